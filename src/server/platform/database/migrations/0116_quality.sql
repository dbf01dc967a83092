-- How good an agent is, measured by the platform from 0 to 100, and what that is made of. Kept while there is enough to measure.
create table agent_scores (
  agent_id uuid primary key references agents on delete cascade,
  -- [{part, score, weight, value}]: score from 0 to 1; a part without figures is left out, the others count for it
  parts jsonb not null,
  measured_at timestamptz not null
);
create index agent_scores_oldest on agent_scores (measured_at);
