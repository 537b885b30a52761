-- The calls that all processes together may still make to a provider. What a crash of the database loses comes back within a minute.
CREATE UNLOGGED TABLE provider_budget (
  name text PRIMARY KEY,
  calls double precision NOT NULL,
  as_of timestamptz(3) NOT NULL,
  is_given boolean NOT NULL,
  blocked_until timestamptz(3) NOT NULL
) WITH (fillfactor = 20);
