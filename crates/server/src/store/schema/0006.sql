-- Holidays from correspondence games. ends is earlier than planned if somebody came back early.
-- year is the calendar year, in UTC, whose allowance it is taken from: that of its first day.
-- pending is 1 while some log has still to say so.
CREATE TABLE holidays (
    account BIGINT NOT NULL REFERENCES accounts (id),
    begins BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    year BIGINT NOT NULL,
    pending BIGINT NOT NULL,
    PRIMARY KEY (account, begins)
);
CREATE INDEX holidays_pending ON holidays (account) WHERE pending = 1;

-- What players want done in answer to what their opponents may do, in correspondence games. body has
-- the lines of the tree; revision and ply say for which position it was made. Deleted with the end.
CREATE TABLE conditional_actions (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    revision BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE INDEX conditional_actions_account ON conditional_actions (account);
