-- What accounts are still to be told (the transactional outbox): a row is written with what caused
-- it and deleted when it was delivered. subject is a game, an offer or the name of an errand;
-- told are the devices that have it already, divided by spaces. A claim counts as long as it has
-- not lapsed and its node has a lease.
CREATE TABLE outbox (
    account BIGINT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    seq BIGINT NOT NULL,
    created BIGINT NOT NULL,
    due BIGINT NOT NULL,
    detail TEXT NOT NULL,
    tries BIGINT NOT NULL,
    told TEXT NOT NULL,
    claimed_by BIGINT,
    claimed_until BIGINT,
    PRIMARY KEY (account, kind, subject, seq)
);
CREATE INDEX outbox_due ON outbox (due);

-- Devices that are told by Web Push. failures counts messages in a row that were refused for good.
CREATE TABLE push_devices (
    id TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT,
    agent TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT,
    failures BIGINT NOT NULL
);
CREATE INDEX push_devices_account ON push_devices (account);

-- Mail addresses; address_key is the address as it is compared. confirmed is when its link was followed.
CREATE TABLE mail_addresses (
    account BIGINT PRIMARY KEY REFERENCES accounts (id),
    address TEXT NOT NULL,
    address_key TEXT NOT NULL,
    language TEXT,
    created BIGINT NOT NULL,
    confirmed BIGINT
);
CREATE INDEX mail_addresses_key ON mail_addresses (address_key);

-- The single-use secrets of links in mails, as hashes. An account has one of each purpose.
CREATE TABLE mail_links (
    account BIGINT NOT NULL REFERENCES accounts (id),
    purpose TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    address_key TEXT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (account, purpose)
);

-- The kinds of notifications that are switched on, divided by spaces; the defaults without a row.
-- digest is when the next digest is due; none if there is to be none.
CREATE TABLE notification_settings (
    account BIGINT PRIMARY KEY REFERENCES accounts (id),
    push TEXT NOT NULL,
    mail TEXT NOT NULL,
    digest BIGINT
);
CREATE INDEX notification_settings_digest ON notification_settings (digest) WHERE digest IS NOT NULL;

-- Keys of the service, which all nodes share.
CREATE TABLE service_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
