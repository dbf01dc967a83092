-- Until when the seller of the agent may read a run that its owner shared; null for a run that is not shared.
alter table executions add column shared_until timestamptz;
create index executions_shared on executions (agent_id, shared_until) where shared_until is not null;

-- The run that sends a mail, so that the mail goes when the run is deleted. `execution_id` is set for runs of benches alone.
alter table mails add column run_id uuid;
create index mails_of_run on mails (run_id) where run_id is not null;
