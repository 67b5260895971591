-- An event is a log like a game, with the same key: of two nodes that append, one does. Its row has
-- what is needed to find it, and changes with the entry that changes it. Without an organiser it is
-- the server's own. The invitation opens nothing but a seat, and its organiser has to see it again.
CREATE TABLE events (
    id TEXT PRIMARY KEY,
    organiser BIGINT REFERENCES accounts (id),
    stage TEXT NOT NULL,
    starts BIGINT NOT NULL,
    invitation TEXT
);
CREATE INDEX events_starts ON events (stage, starts, id);
CREATE INDEX events_organiser ON events (organiser) WHERE stage <> 'over';

CREATE TABLE event_entries (
    event TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (event, seq)
);

-- The chat of an event: beside its log, because nothing follows from it.
CREATE TABLE event_lines (
    event TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id),
    body TEXT NOT NULL,
    PRIMARY KEY (event, seq)
);
