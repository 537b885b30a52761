-- Alerts are found by the time at which they were made, to be deleted.
CREATE INDEX alert_sent_made ON alert_sent (created_at);
