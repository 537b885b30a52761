-- When each receiver's data were last compared in full with the providers.
CREATE TABLE receiver_comparison (
  receiver_id uuid PRIMARY KEY REFERENCES receiver (id),
  compared_at timestamptz(3) NOT NULL
);
