-- What an account may do besides playing: 1 is a moderator, 2 an admin.
ALTER TABLE accounts ADD COLUMN role BIGINT;
CREATE INDEX accounts_role ON accounts (role) WHERE role IS NOT NULL;

-- Why something was done, in words.
ALTER TABLE audit_log ADD COLUMN reason TEXT;

-- Reporters see what became of their reports.
CREATE INDEX reports_by ON reports (reporter, at);
