-- When the present run of a planner began, and when the last one that came to its end did: all that had changed by then is planned.
ALTER TABLE planner_run
  ADD COLUMN began_at timestamptz(3),
  ADD COLUMN planned_until timestamptz(3);
