-- Payloads that a control panel signed at or before this instant are refused, also after the app was installed again.
ALTER TABLE bigcommerce_store ADD COLUMN valid_after timestamptz(3);
-- When the newest payload was signed by which this person opened the app: a removal that was signed earlier comes too late.
ALTER TABLE bigcommerce_user ADD COLUMN opened_with timestamptz(3);
