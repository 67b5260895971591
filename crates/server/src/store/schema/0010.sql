-- skeleton is what a name looks like: unique, so that nobody can impersonate somebody else. Of older
-- names that look alike only one has it; the others keep working.
ALTER TABLE accounts ADD COLUMN skeleton TEXT;
UPDATE accounts SET skeleton = replace(name_key, 'm', 'rn')
WHERE id IN (SELECT MIN(id) FROM accounts GROUP BY replace(name_key, 'm', 'rn'));
CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton);
