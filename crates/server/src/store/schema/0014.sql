-- What a review by the server found in a rated game, in wins of Red: the result, and the luck of the deal
-- and of all draws. body has what the decisions of both sides cost, as JSON.
CREATE TABLE game_reviews (
    game TEXT NOT NULL PRIMARY KEY,
    result DOUBLE PRECISION NOT NULL,
    luck DOUBLE PRECISION NOT NULL,
    body TEXT NOT NULL
);

-- 1 once a game was reviewed, or cannot be.
ALTER TABLE games ADD COLUMN reviewed BIGINT;
CREATE INDEX games_unreviewed ON games (ended, id)
    WHERE reviewed IS NULL AND settled = 1 AND rated = 1 AND aborted = 0;

-- Ratings by results without luck.
CREATE TABLE ratings_without_luck (
    account BIGINT NOT NULL,
    speed BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (account, speed)
);
