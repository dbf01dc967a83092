-- The newest runs that people started are listed and counted from the indexes alone: whether a workflow started one stands in them.
drop index executions_created;
create index executions_created on executions (created_at desc) include (parent_id);
drop index executions_workflow;
create index executions_workflow on executions (workflow_id, created_at desc) include (parent_id);
drop index executions_agent;
create index executions_agent on executions (agent_id, created_at desc) include (parent_id) where agent_id is not null;
