-- When staff last unlocked the account: what fell due before that is collected one due date at a time.
ALTER TABLE receiver ADD COLUMN unlocked_at timestamptz(3);
