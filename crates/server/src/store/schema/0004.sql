-- Since when an account is kept out, and since when it is kept from chatting, by the host.
ALTER TABLE accounts ADD COLUMN disabled BIGINT;
ALTER TABLE accounts ADD COLUMN muted BIGINT;

-- What the host did: who, when, what. Nodes follow it, so that a change by the command line takes
-- effect at once. pending is 1 while a node has still to carry it out.
CREATE TABLE audit_log (
    seq BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    account BIGINT,
    game TEXT,
    detail TEXT NOT NULL,
    pending BIGINT NOT NULL
);
CREATE INDEX audit_log_pending ON audit_log (seq) WHERE pending = 1;

-- The host's settings: registration, announcement, words.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    uses BIGINT NOT NULL
);

-- What players tell the host about others. closed is when the host was done with it.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    reporter BIGINT NOT NULL REFERENCES accounts (id),
    account BIGINT NOT NULL REFERENCES accounts (id),
    reason TEXT NOT NULL,
    game TEXT,
    body TEXT NOT NULL,
    closed BIGINT
);
CREATE INDEX reports_open ON reports (at, id) WHERE closed IS NULL;
CREATE INDEX reports_reporter ON reports (reporter) WHERE closed IS NULL;

-- Whom somebody wants to hear nothing of.
CREATE TABLE blocks (
    account BIGINT NOT NULL REFERENCES accounts (id),
    blocked BIGINT NOT NULL REFERENCES accounts (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (account, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);
