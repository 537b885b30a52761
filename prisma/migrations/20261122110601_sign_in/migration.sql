-- Access tokens are verified without asking the provider, so they would outlive a log-out. Each call reads this row with its receiver.
CREATE TABLE sign_in (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  seen_at timestamptz(3) NOT NULL,
  signed_out_at timestamptz(3),
  barred_at timestamptz(3)
);
CREATE INDEX sign_in_seen ON sign_in (seen_at);

CREATE INDEX masquerade_session_of_staff ON masquerade_session (staff_id) WHERE ended_at IS NULL;
CREATE INDEX handed_in_session_ends ON handed_in_session (ends_at);

-- Only an operator of the database sets the flags of staff, by a statement of their own: so the database ends the views.
CREATE FUNCTION end_masquerades_of_former_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE masquerade_session SET ended_at = headway_now() WHERE staff_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER receiver_former_staff AFTER UPDATE OF admin, support ON receiver FOR EACH ROW
  WHEN ((OLD.admin AND NOT NEW.admin) OR (OLD.support AND NOT NEW.support))
  EXECUTE FUNCTION end_masquerades_of_former_staff();
