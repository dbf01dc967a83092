-- Test cases and their results belong to the workflow (decision 0327): a custom agent has them before it is listed, and its listing
-- shows the same ones.
alter table agent_cases rename to workflow_cases;
alter table workflow_cases drop constraint agent_cases_agent_id_position_key;
alter table workflow_cases add column workflow_id uuid references workflows on delete cascade;
update workflow_cases c set workflow_id = coalesce(
  (select d.workflow_id from agent_drafts d where d.agent_id = c.agent_id),
  (select w.workflow_id from agent_versions v join workflow_versions w on w.id = v.workflow_version_id
    where v.agent_id = c.agent_id order by v.number desc limit 1));
delete from workflow_cases where workflow_id is null;
update workflow_cases c set position = o.place from (
  select id, row_number() over (partition by workflow_id order by agent_id, position) as place from workflow_cases) o where o.id = c.id;
alter table workflow_cases alter column workflow_id set not null, drop column agent_id,
  add unique (workflow_id, position) deferrable initially deferred;

alter table agent_evaluations rename to workflow_evaluations;
alter table workflow_evaluations add column workflow_id uuid references workflows on delete cascade;
update workflow_evaluations e set workflow_id = w.workflow_id from workflow_versions w where w.id = e.workflow_version_id;
drop index agent_evaluations_agent;
alter table workflow_evaluations alter column workflow_id set not null, drop column agent_id;
create index workflow_evaluations_workflow on workflow_evaluations (workflow_id, created_at desc);
alter index agent_evaluations_version rename to workflow_evaluations_version;
alter index agent_evaluations_starter rename to workflow_evaluations_starter;

alter table agent_evaluation_results rename to workflow_evaluation_results;
alter index agent_evaluation_results_run rename to workflow_evaluation_results_run;
