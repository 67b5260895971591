-- An event is a log like a game, with the same key: of two nodes that append, one does. Its row has
-- what is needed to find it, and changes with the entry that changes it.
CREATE TABLE events (
    id TEXT PRIMARY KEY,
    organiser BIGINT NOT NULL REFERENCES accounts (id),
    stage TEXT NOT NULL,
    starts BIGINT NOT NULL
);
CREATE INDEX events_starts ON events (stage, starts, id);
CREATE INDEX events_organiser ON events (organiser) WHERE stage <> 'over';

CREATE TABLE event_entries (
    event TEXT NOT NULL REFERENCES events (id),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (event, seq)
);
