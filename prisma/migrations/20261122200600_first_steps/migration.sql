-- Home shows a new merchant what to do first until they dismiss it, on any of their devices. Whoever is here already knows the
-- way: their rows get the present instant from a default that is taken away again, so that no row is rewritten.
ALTER TABLE receiver ADD COLUMN first_steps_dismissed_at timestamptz(3) DEFAULT now();
ALTER TABLE receiver ALTER COLUMN first_steps_dismissed_at DROP DEFAULT;
