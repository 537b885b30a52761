-- How many of the last twelve months of a store's sales the first reading has come through, for the page that waits for it.
ALTER TABLE commerce_link ADD COLUMN months_read integer NOT NULL DEFAULT 0 CHECK (months_read BETWEEN 0 AND 12);

-- When spending power first counted the sales of a store that had been read to its end: until then its first reading lasts.
ALTER TABLE commerce_link ADD COLUMN counted_at timestamptz(3);
UPDATE commerce_link SET counted_at = last_synced_at, months_read = 12 WHERE last_synced_at IS NOT NULL;
