-- The action that an answer to the position of a day consists of; none in answers to older nodes.
ALTER TABLE daily_answers ADD COLUMN action TEXT;
