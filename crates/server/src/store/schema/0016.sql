-- What a side gives (games), or who gives what (offers), as text. Such games are casual.
ALTER TABLE games ADD COLUMN handicap TEXT;
ALTER TABLE seeks ADD COLUMN handicap TEXT;
