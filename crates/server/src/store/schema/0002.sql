-- Nodes that live, each with a lease: seen changes with every sign of life. One that has not
-- changed for a few seconds, by the clock of whoever reads it, is dead. Below zero: it has stopped.
CREATE TABLE nodes (
    id BIGINT PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- Which node a player of a game is connected to, as long as that lasts. There is a row before the
-- log says that the player came, so that whoever takes over from a dead node knows who left.
CREATE TABLE presence (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    node BIGINT NOT NULL,
    PRIMARY KEY (game, side, node)
);
CREATE INDEX presence_node ON presence (node);

-- The node that last vouched for the owner of an offer.
ALTER TABLE seeks ADD COLUMN node BIGINT;

-- Open games, the fastest first, for whoever takes them up.
CREATE INDEX games_open ON games (speed, id) WHERE ended IS NULL;

-- What was taken out of damaged logs: nothing is thrown away. Number -1 is the secret of a game.
CREATE TABLE quarantine (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    moved BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq, moved)
);
