-- Handled events are found by the time at which they were handled, to be deleted.
CREATE INDEX webhook_inbox_handled ON webhook_inbox (handled_at) WHERE handled_at IS NOT NULL;
