-- What a person who trains has done, as a document. The version grows with each change.
CREATE TABLE training (
    account BIGINT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    body TEXT NOT NULL,
    version BIGINT NOT NULL
);

-- First answers to the position of a day, counted in days since 1970, with their loss in half points.
CREATE TABLE daily_answers (
    day BIGINT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    loss BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (day, account)
);
CREATE INDEX daily_answers_account ON daily_answers (account);

-- The ratings of puzzles, by the answers of all accounts.
CREATE TABLE puzzle_ratings (
    puzzle BIGINT NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    answers BIGINT NOT NULL
);
