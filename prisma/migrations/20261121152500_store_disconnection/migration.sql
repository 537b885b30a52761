-- A merchant may take the store away from us and keep the app: its access is given up and its sales do not count.
ALTER TABLE platform_account ADD COLUMN disconnected_at timestamptz(3);
