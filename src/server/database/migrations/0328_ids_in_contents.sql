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
alter table executions add column input_ids uuid[] generated always as (ids_in(input::text)) stored,
  -- From the results that a retry or fork copied.
  add column copied_ids uuid[];

update executions e set copied_ids = (select ids_in(string_agg(j.rows::text, ' ')) from journal j where j.execution_id = e.id)
  where source_id is not null and payload_removed_at is null;

create index executions_input_ids on executions using gin (input_ids) where input_ids is not null;
create index executions_copied_ids on executions using gin (copied_ids) where copied_ids is not null;
