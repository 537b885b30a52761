-- Whose session it is among the people of a store, so that one person's can be ended at once. A token that was exchanged
-- for the next one stays known as long as it could still be shown.
ALTER TABLE handed_in_session
  ADD COLUMN platform_user_id text,
  ADD COLUMN renewed_at timestamptz(3),
  ADD COLUMN revoked_at timestamptz(3);
