-- The weekday of the weekly parts on the fixed plan, 0 for Sunday to 6; null for Wednesday. Until now it was that of the next payment.
ALTER TABLE receiver ADD COLUMN weekly_draw_day integer CHECK (weekly_draw_day BETWEEN 0 AND 6);
UPDATE receiver SET weekly_draw_day = extract(dow FROM next_payment_at AT TIME ZONE 'UTC')
WHERE payment_plan = 'fixed_pay' AND next_payment_at IS NOT NULL;
