-- The key that the transfer carries: after a restore, the draw or payout that is planned anew under it takes the transfer over.
ALTER TABLE stray_transfer ADD COLUMN key text;
