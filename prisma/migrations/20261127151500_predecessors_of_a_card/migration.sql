-- The cards whose place a card has taken, the oldest first: what they spent counts toward its limits. Kept here, so that a card that the
-- version before stores has them too.
ALTER TABLE card ADD COLUMN predecessors text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION keep_predecessors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.predecessors := array_append((SELECT predecessors FROM card WHERE receiver_id = NEW.receiver_id AND token = NEW.successor_of), NEW.successor_of);
  RETURN NEW;
END $$;

CREATE TRIGGER card_predecessors BEFORE INSERT OR UPDATE OF successor_of ON card
FOR EACH ROW WHEN (NEW.successor_of IS NOT NULL) EXECUTE FUNCTION keep_predecessors();

WITH RECURSIVE line AS (
  SELECT receiver_id, token, successor_of, ARRAY[successor_of] AS predecessors FROM card WHERE successor_of IS NOT NULL
  UNION ALL
  SELECT line.receiver_id, line.token, before.successor_of, before.successor_of || line.predecessors
  FROM line JOIN card before ON before.receiver_id = line.receiver_id AND before.token = line.successor_of
  WHERE before.successor_of IS NOT NULL
), whole AS (
  SELECT DISTINCT ON (receiver_id, token) receiver_id, token, predecessors FROM line ORDER BY receiver_id, token, cardinality(predecessors) DESC
)
UPDATE card SET predecessors = whole.predecessors FROM whole WHERE card.receiver_id = whole.receiver_id AND card.token = whole.token;
