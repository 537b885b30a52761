-- What an event says of its transfer. Null in events that earlier versions stored: those transfers are read at the bank.
ALTER TABLE bank_transfer_event
  ADD COLUMN direction text CHECK (direction IN ('debit', 'credit')),
  ADD COLUMN amount_cents bigint CHECK (amount_cents > 0);
