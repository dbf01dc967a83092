-- What lists show of a workflow, kept with its row: a list read every document to count its steps and to name the first of them.

-- The number of its steps, the first five from left to right, and the types of those that are switched on, each where it first appears.
create function workflow_outline(document jsonb) returns jsonb language sql immutable parallel safe as $$
  with steps as (
    select s ->> 'type' as type, coalesce(s ->> 'title', '') as title, at, row_number() over (order by s #> '{position,x}', at) as place,
      (s -> 'disabled') is distinct from 'true'::jsonb as is_on
    from jsonb_array_elements(case when jsonb_typeof(document -> 'nodes') = 'array' then document -> 'nodes' else '[]' end) with ordinality nodes (s, at)
  )
  select jsonb_build_object(
    'nodes', (select count(*) from steps),
    'first', (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'title', title) order by place), '[]') from steps where place <= 5),
    'types', (select coalesce(jsonb_agg(type order by at), '[]') from (select type, min(at) as at from steps where is_on group by type) t)
  )
$$;

alter table workflows add column outline jsonb not null generated always as (workflow_outline(document)) stored;
