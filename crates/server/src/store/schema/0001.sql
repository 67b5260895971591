-- People, bots and guests. name_key is the name as it is compared: unique, also for closed accounts.
CREATE TABLE accounts (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    kind BIGINT NOT NULL,
    created BIGINT NOT NULL,
    closed BIGINT,
    chat BIGINT NOT NULL,
    language TEXT,
    owner BIGINT REFERENCES accounts (id),
    password TEXT
);
CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;

-- red and white are accounts, or levels of the computer as negative numbers.
-- latest is when the game ended, or began while it goes on: the order of every list of games.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    red BIGINT NOT NULL,
    white BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    clock TEXT NOT NULL,
    speed BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    created BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    secret TEXT NOT NULL,
    rematch_of TEXT,
    ended BIGINT,
    winner TEXT,
    reason TEXT,
    red_points BIGINT,
    white_points BIGINT,
    plies BIGINT,
    aborted BIGINT,
    settled BIGINT NOT NULL,
    red_before DOUBLE PRECISION,
    red_after DOUBLE PRECISION,
    white_before DOUBLE PRECISION,
    white_after DOUBLE PRECISION
);
CREATE INDEX games_latest ON games (latest, id);
CREATE INDEX games_red ON games (red, latest, id);
CREATE INDEX games_white ON games (white, latest, id);
CREATE INDEX games_open_red ON games (red) WHERE ended IS NULL;
CREATE INDEX games_open_white ON games (white) WHERE ended IS NULL;
CREATE INDEX games_unsettled ON games (ended) WHERE settled = 0 AND rated = 1 AND aborted = 0;

-- The logs, the hot path: their games are not looked up on every row, and SQLite keeps the rows in
-- the order they came in, so that many of a commit share a page.
CREATE TABLE entries (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE ratings (
    account BIGINT NOT NULL,
    speed BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (account, speed)
);
CREATE INDEX ratings_board ON ratings (speed, rating);

CREATE TABLE rating_history (
    account BIGINT NOT NULL,
    speed BIGINT NOT NULL,
    at BIGINT NOT NULL,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (account, speed, at, game)
);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account BIGINT NOT NULL REFERENCES accounts (id),
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    account BIGINT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT
);
CREATE INDEX tokens_account ON tokens (account);

CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id),
    ruleset TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL,
    side TEXT,
    open_to_all BIGINT NOT NULL,
    rating_min BIGINT,
    rating_max BIGINT,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    lasting BIGINT NOT NULL
);
CREATE INDEX seeks_account ON seeks (account);

-- Logins that were tried, by whatever the caller limits: an address, a name.
CREATE TABLE attempts (
    subject TEXT NOT NULL,
    at BIGINT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (subject, at)
);
CREATE INDEX attempts_at ON attempts (at);

-- One row: the latest time at which some node lived.
CREATE TABLE alive (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
