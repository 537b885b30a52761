-- Since when a store's platform shows us its orders: null where it shows all of them. The rows of a store whose platform hides older
-- orders must not pass for all of its sales.
ALTER TABLE commerce_link ADD COLUMN shown_since timestamptz(3);
-- The months that the first reading comes through: twelve, or those that the platform shows.
ALTER TABLE commerce_link ADD COLUMN months_wanted integer NOT NULL DEFAULT 12 CHECK (months_wanted BETWEEN 1 AND 12);
-- Until when the payouts and the chargebacks were read, each apart from the orders: null before they first were.
ALTER TABLE commerce_link ADD COLUMN payouts_until timestamptz(3);
ALTER TABLE commerce_link ADD COLUMN disputes_until timestamptz(3);
