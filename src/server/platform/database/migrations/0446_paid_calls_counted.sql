-- Runs of agents are counted where a step of another run paid for them, too: both kinds are found by when they ended.
drop index executions_measured;
create index executions_measured on executions (finished_at, agent_id, status) where agent_id is not null and finished_at is not null;
