-- How far each planner has come with queueing a job for every receiver, and which process does it now.
CREATE TABLE planner_run (
  planner text PRIMARY KEY,
  job_id uuid NOT NULL,
  holder uuid NOT NULL,
  after_receiver_id uuid,
  leased_until timestamptz(3) NOT NULL
);
