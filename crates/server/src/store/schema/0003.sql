-- Whether an offer takes any clock of a live game, and casual games, too.
ALTER TABLE seeks ADD COLUMN flexible BIGINT NOT NULL DEFAULT 0;

-- The only account that may take an offer; anyone if none.
ALTER TABLE seeks ADD COLUMN recipient BIGINT REFERENCES accounts (id);
CREATE INDEX seeks_recipient ON seeks (recipient);

-- Which accounts are in the lobby, and at which node.
CREATE TABLE hall (
    account BIGINT NOT NULL,
    node BIGINT NOT NULL,
    PRIMARY KEY (account, node)
);
CREATE INDEX hall_node ON hall (node);
