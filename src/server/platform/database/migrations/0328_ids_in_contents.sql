-- The ids that documents, inputs and copied results contain. Deleting a run asks what else uses its files, and deleting a workflow what
-- else calls it; without these columns the answer takes reading everything the owner has.

-- Null when there is none, so that the partial indexes skip the row.
create function ids_in(content text) returns uuid[] language sql immutable parallel safe as $$
  select array_agg(distinct m[1]::uuid)
  from regexp_matches(content, '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'gi') m
$$;

-- The ids under a name in the settings of a document: a step's own, and those of its tools (see `named-settings.ts`).
create function setting_ids(document jsonb, key text) returns uuid[] language sql immutable parallel safe as $$
  select array_agg(distinct (settings ->> key)::uuid)
  from (
    select jsonb_path_query(document, 'lax $.nodes[*].config')
    union all select jsonb_path_query(document, 'lax $.nodes[*].config.tools[*]')
    union all select jsonb_path_query(document, 'lax $.nodes[*].config.tools[*].config')
  ) s (settings)
  where jsonb_typeof(settings) = 'object' and settings ->> key ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$$;

alter table workflows add column ids uuid[] generated always as (ids_in(document::text)) stored;
alter table workflow_versions add column ids uuid[] generated always as (ids_in(document::text)) stored;
-- Runs are inserted often and for everyone in one statement, so only short inputs that seem to contain an id are searched then. A job
-- notes the ids of long inputs, and of the results that a retry or fork copied, once the run has ended.
alter table executions
  add column input_ids uuid[] generated always as (
    case when length(input::text) <= 4000 and input::text like '%-____-____-____-____________%' then ids_in(input::text) end) stored,
  add column needs_ids_noted boolean generated always as (length(input::text) > 4000 or source_id is not null) stored,
  add column ids_noted boolean not null default false,
  add column long_input_ids uuid[],
  add column copied_ids uuid[];

create index executions_input_ids on executions using gin (input_ids) where input_ids is not null;
create index executions_long_input_ids on executions using gin (long_input_ids) where long_input_ids is not null;
create index executions_copied_ids on executions using gin (copied_ids) where copied_ids is not null;
create index executions_ids_to_note on executions (owner_id) where needs_ids_noted and not ids_noted;
