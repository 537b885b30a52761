-- Which account an EIN (or the SSN of a sole proprietor) and a store back. Compared by a keyed hash: nothing is decrypted to compare.
CREATE TABLE identity_claim (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('ein', 'store')),
  hash text NOT NULL CHECK (hash ~ '^[\w.-]+:[0-9a-f]{64}$'),
  identity_encrypted encrypted NOT NULL CHECK (identity_encrypted <> ''),
  state text NOT NULL CHECK (state IN ('held', 'flagged', 'refused', 'cleared', 'released')),
  claimed_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, hash)
);
CREATE UNIQUE INDEX identity_claim_one_holder ON identity_claim (kind, hash) WHERE state = 'held';
CREATE INDEX identity_claim_by_hash ON identity_claim (kind, hash);
CREATE INDEX identity_claim_to_look_at ON identity_claim (claimed_at DESC) WHERE state IN ('flagged', 'refused');
