-- The inbox and the runs of the spending power rule are kept in partitions by time: an old one is dropped as a whole, which
-- costs the same however many rows it has. Their names tell since when they hold rows, such as webhook_inbox_20261207. The
-- newest has no end, so that every row finds a place also when no worker has made partitions for weeks. The oldest,
-- `…_old`, has no beginning: it is the table of before, and takes the rows that stay of partitions that are dropped.

-- ---------------------------------------------------------------------------------------------------------------
-- The tables of before become the first partitions, as they are: without bounds, so that no row is read. A unique key
-- of all partitions would have to contain the time, and would hold nothing: each partition has the key of before. The
-- foreign keys to the receiver go: to divide a table that has one, the database locks all receivers against everybody. Rows
-- are written for a receiver who was just read, and no receiver is ever deleted.
-- ---------------------------------------------------------------------------------------------------------------

ALTER TABLE webhook_inbox DROP CONSTRAINT webhook_inbox_receiver_id_fkey;
ALTER TABLE webhook_inbox RENAME TO webhook_inbox_old;
ALTER INDEX webhook_inbox_pkey RENAME TO webhook_inbox_old_pkey;
ALTER INDEX webhook_inbox_unhandled RENAME TO webhook_inbox_old_unhandled;
ALTER INDEX webhook_inbox_receiver RENAME TO webhook_inbox_old_receiver;
ALTER INDEX webhook_inbox_handled RENAME TO webhook_inbox_old_handled;
CREATE TABLE webhook_inbox (LIKE webhook_inbox_old INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (received_at);
CREATE INDEX webhook_inbox_unhandled ON webhook_inbox (received_at) WHERE handled_at IS NULL;
CREATE INDEX webhook_inbox_receiver ON webhook_inbox (receiver_id, received_at DESC) WHERE receiver_id IS NOT NULL;
CREATE INDEX webhook_inbox_handled ON webhook_inbox (handled_at) WHERE handled_at IS NOT NULL;
ALTER TABLE webhook_inbox ATTACH PARTITION webhook_inbox_old FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

ALTER TABLE spending_power_snapshot DROP CONSTRAINT spending_power_snapshot_receiver_id_fkey;
ALTER TABLE spending_power_snapshot RENAME TO spending_power_snapshot_old;
ALTER INDEX spending_power_snapshot_pkey RENAME TO spending_power_snapshot_old_pkey;
ALTER INDEX spending_power_snapshot_newest RENAME TO spending_power_snapshot_old_newest;
CREATE TABLE spending_power_snapshot (LIKE spending_power_snapshot_old INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (taken_at);
CREATE INDEX spending_power_snapshot_newest ON spending_power_snapshot (receiver_id, taken_at DESC, id DESC);
ALTER TABLE spending_power_snapshot ATTACH PARTITION spending_power_snapshot_old FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

-- ---------------------------------------------------------------------------------------------------------------
-- Which events were seen. An event that was seen is not stored again: the row is left out of the insertion, as ON CONFLICT
-- DO NOTHING left it out, in this version and in the one before.
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE webhook_seen (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_seen_received ON webhook_seen (received_at);

CREATE FUNCTION leave_out_seen_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_seen (provider, event_id, received_at) VALUES (NEW.provider, NEW.event_id, NEW.received_at) ON CONFLICT DO NOTHING;
  -- A row of the same instant is the row itself, moved between partitions; or another, which the key of the partition refuses.
  IF NOT FOUND AND NOT EXISTS (
    SELECT FROM webhook_seen WHERE provider = NEW.provider AND event_id = NEW.event_id AND received_at = NEW.received_at
  ) THEN
    RETURN NULL;
  END IF;
  -- What came before this table was made, and what was never handled and is older than what is remembered here.
  IF EXISTS (SELECT FROM webhook_inbox_old WHERE provider = NEW.provider AND event_id = NEW.event_id AND received_at <> NEW.received_at) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leave_out_seen_webhook BEFORE INSERT ON webhook_inbox FOR EACH ROW EXECUTE FUNCTION leave_out_seen_webhook();

-- ---------------------------------------------------------------------------------------------------------------
-- What the upkeep job calls. The functions run with the rights of the tables' owner, which the product's role has not, and
-- wait for locks no longer than others can wait behind them.
-- ---------------------------------------------------------------------------------------------------------------

-- Returns the column by whose time a table is partitioned. Refuses a table that is not.
CREATE FUNCTION partition_time(parent text) RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE by_time text;
BEGIN
  SELECT attname INTO by_time FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
  WHERE partrelid = to_regclass(quote_ident(parent)) AND partstrat = 'r' AND to_regclass(quote_ident(parent || '_old')) IS NOT NULL;
  IF by_time IS NULL THEN RAISE EXCEPTION '% is not partitioned by time', parent; END IF;
  RETURN by_time;
END $$;

-- Returns the partitions of a table with the days since which they hold rows, the oldest first; null is the day of `…_old`.
CREATE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, begins date) LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT relname::text, to_date(substring(relname FROM '_(\d{8})$'), 'YYYYMMDD')
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = to_regclass(quote_ident(parent))
  ORDER BY 2 NULLS FIRST;
$$;

-- Has a partition take no row from a day on. What it has already is read by prove_partition_end, while others read and write.
CREATE FUNCTION announce_partition_end(parent text, partition text, ends date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions_of(parent) WHERE name = partition) THEN RAISE EXCEPTION '% is no partition of %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends, ADD CONSTRAINT ends CHECK (%I < %L) NOT VALID', partition, partition_time(parent), ends::timestamptz);
END $$;

CREATE FUNCTION prove_partition_end(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions_of(parent) WHERE name = partition) THEN RAISE EXCEPTION '% is no partition of %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT ends', partition);
END $$;

-- Ends the newest partition before a day, and begins another. Rows from that day on, of a clock that was wrong, go over to it.
CREATE FUNCTION begin_partition(parent text, begins date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  by_time text := partition_time(parent);
  added text := parent || to_char(begins, '_YYYYMMDD');
  newest record;
BEGIN
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
  SELECT * INTO newest FROM partitions_of(parent) AS of_parent ORDER BY of_parent.begins DESC NULLS LAST LIMIT 1;
  IF begins <= newest.begins THEN RAISE EXCEPTION '% has a partition from %', parent, newest.begins; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', added, parent);
  EXECUTE format('ALTER TABLE %I ADD %s', added, (
    SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass(quote_ident(parent || '_old')) AND contype = 'p'));
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, newest.name);
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass(quote_ident(newest.name)) AND conname = 'ends' AND convalidated) THEN
    EXECUTE format('WITH later AS (DELETE FROM %I WHERE %I >= %L RETURNING *) INSERT INTO %I SELECT * FROM later', newest.name, by_time, begins::timestamptz, added);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', parent, newest.name,
    coalesce(quote_literal(newest.begins::timestamptz), 'MINVALUE'), begins::timestamptz);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends', newest.name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent, added, begins::timestamptz);
END $$;

-- Takes the oldest partition with a beginning out of a table, and has `…_old` take rows of its time. The end of that must be proven.
CREATE FUNCTION detach_partition(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  dated date[] := ARRAY(SELECT of_parent.begins FROM partitions_of(parent) AS of_parent WHERE of_parent.begins IS NOT NULL);
BEGIN
  IF cardinality(dated) < 2 OR partition <> parent || to_char(dated[1], '_YYYYMMDD') THEN RAISE EXCEPTION '% cannot leave %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, parent || '_old');
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, partition);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, parent || '_old', dated[2]::timestamptz);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends', parent || '_old');
END $$;

-- Drops what was a partition of a table.
CREATE FUNCTION drop_detached(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
BEGIN
  IF partition_time(parent) IS NULL OR partition !~ ('^' || parent || '_\d{8}$') OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(quote_ident(partition))) THEN
    RAISE EXCEPTION '% was no partition of %', partition, parent;
  END IF;
  EXECUTE format('DROP TABLE %I', partition);
END $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Partitions for the next weeks and months. None begins within a week: so long all rows lie in one table, as the version
-- before expects where it deletes by the place of a row. A large table gets its first ones from the job, which reads it
-- before and not under the lock.
-- ---------------------------------------------------------------------------------------------------------------

DO $$
DECLARE begins date;
BEGIN
  IF pg_relation_size('webhook_inbox_old') + pg_relation_size('spending_power_snapshot_old') < 64 * 1024 * 1024 THEN
    FOR begins IN SELECT generate_series(date_trunc('week', headway_now() AT TIME ZONE 'UTC') + interval '2 weeks', (headway_now() AT TIME ZONE 'UTC') + interval '5 weeks', '1 week') LOOP
      PERFORM begin_partition('webhook_inbox', begins);
    END LOOP;
    FOR begins IN SELECT generate_series(date_trunc('month', (headway_now() AT TIME ZONE 'UTC') + interval '7 days') + interval '1 month', (headway_now() AT TIME ZONE 'UTC') + interval '3 months', '1 month') LOOP
      PERFORM begin_partition('spending_power_snapshot', begins);
    END LOOP;
  END IF;
END $$;
