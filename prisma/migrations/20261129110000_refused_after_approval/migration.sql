-- Since when the issuer refuses a business that it had accepted: its account is held until the issuer accepts it again, also while
-- what the business has sent again is reviewed.
ALTER TABLE receiver ADD COLUMN business_refused_at timestamptz(3);
UPDATE receiver SET business_refused_at = headway_now()
WHERE kyb_status = 'REJECTED' AND EXISTS (SELECT FROM card WHERE card.receiver_id = receiver.id);
