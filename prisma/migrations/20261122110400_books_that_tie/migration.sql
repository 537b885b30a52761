-- Statements and exports are read from the ledger, in the order in which it was written.
CREATE INDEX ledger_transfer_by_record ON ledger_transfer (receiver_id, recorded_at, subject_id);

-- Until when a receiver's books are closed: what was recorded before was put in a statement or an export.
CREATE TABLE closed_books (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  until timestamptz(3) NOT NULL
);

-- Nothing is ever recorded in a time that is closed, whatever the clock of its process says: it comes right after.
CREATE FUNCTION record_after_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_at := greatest(NEW.recorded_at, (SELECT until FROM closed_books WHERE receiver_id = NEW.receiver_id));
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_transfer_after_closing BEFORE INSERT ON ledger_transfer FOR EACH ROW EXECUTE FUNCTION record_after_closing();

-- One account statement for each month, numbered from 1. Amounts above 0 are owed.
CREATE TABLE account_statement (
  receiver_id uuid NOT NULL REFERENCES receiver,
  number integer NOT NULL CHECK (number > 0),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  opening_cents bigint NOT NULL,
  card_cents bigint NOT NULL,
  credit_cents bigint NOT NULL,
  closing_cents bigint NOT NULL,
  debited_cents bigint NOT NULL,
  card_count integer NOT NULL,
  credit_count integer NOT NULL,
  holder text NOT NULL,
  made_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, number),
  UNIQUE (receiver_id, month),
  CHECK (closing_cents = opening_cents + card_cents - credit_cents)
);

-- The rows of a statement as they were when it was made: what they are about may change its name later.
CREATE TABLE account_statement_row (
  receiver_id uuid NOT NULL,
  number integer NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  entry_id text NOT NULL CHECK (entry_id <> ''),
  kind text NOT NULL CHECK (kind <> ''),
  is_card boolean NOT NULL,
  is_reversal boolean NOT NULL,
  descriptor text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  repayment_date date,
  posted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, number, is_card, place),
  FOREIGN KEY (receiver_id, number) REFERENCES account_statement
);

CREATE TRIGGER account_statement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_row_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_statement_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
