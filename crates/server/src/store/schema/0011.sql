-- Whom an account belongs to at another service, with which its owner logs in.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    created BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_account ON identities (account);
