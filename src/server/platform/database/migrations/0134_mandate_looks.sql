-- When the gateway was last asked how long a mandate holds, and up to how much: its bank may end it at any time.
alter table mandates add column looked_at timestamptz;
