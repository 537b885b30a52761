-- Until when entries of the card in wallets have ended: they were made by somebody who may pay with it no more.
ALTER TABLE card ADD COLUMN wallets_ended_at timestamptz(3);
