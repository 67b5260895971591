-- Deals that several games have in common. The first secret that is written stays, and no game is
-- opened without one. games counts those that were opened; once closed, its secret may be shown, and
-- no game is opened with it any more.
CREATE TABLE deals (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL,
    games BIGINT NOT NULL,
    closed BIGINT
);

-- The deal of a game that only its players may see; none once its secret has been revealed.
ALTER TABLE games ADD COLUMN sealed TEXT;
CREATE INDEX games_sealed ON games (sealed) WHERE sealed IS NOT NULL;
