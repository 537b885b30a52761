-- Where mails to an account go that a platform handed in: its owner's address, from the platform or from the owner.
ALTER TABLE receiver
  ADD COLUMN contact_email text CHECK (contact_email = lower(contact_email)),
  ADD COLUMN contact_email_confirmed_at timestamptz(3);
CREATE INDEX receiver_contact_email ON receiver (whitelabel, contact_email) WHERE contact_email IS NOT NULL;
