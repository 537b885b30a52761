-- Staff settle a transfer of no customer, so that it leaves their list; it is stored and logged no second time.
ALTER TABLE stray_transfer ADD COLUMN resolved_at timestamptz(3);
