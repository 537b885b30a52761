-- The member of the team who connected the account's Slack; null for the person who opened the account. It ends with their rights.
ALTER TABLE slack_webhook ADD COLUMN connected_by uuid;
