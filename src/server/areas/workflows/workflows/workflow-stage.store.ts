/** The one state of a workflow (decision 0377), as every statement asks for it. */
import { sql } from 'kysely'
import type { WorkflowStage } from '#contract/workflows/workflow-list-values.ts'

/** What a document says, without where things are drawn: as the comparison in the designer counts. */
const meaning = (document: string) => {
  const d = sql.raw(document)
  return sql`(${d} || jsonb_build_object(
    'nodes', (select jsonb_object_agg(n ->> 'id', n - 'position') from jsonb_array_elements(${d} -> 'nodes') n),
    'edges', (select jsonb_agg(e order by e::text) from jsonb_array_elements(${d} -> 'edges') e),
    'notes', (select jsonb_object_agg(n ->> 'id', n - 'position' - 'size') from jsonb_array_elements(${d} -> 'notes') n)))`
}

export interface Standing {
  stage: WorkflowStage
  /** Number of the version that triggers and programs run; null while there is none. */
  version: number | null
}

/**
 * Of the workflow `w`, as a {@link Standing}. What runs is `production_version`, as the engine asks for it: the published version, before a first
 * publication the newest that was run, after the end of a publication none. It is asked in one place, because Postgres plans the
 * function again at each. Documents are compared only where something runs.
 */
export const standing = sql`(select jsonb_build_object('version', s.number, 'stage', case
    when not s.published and (not s.starts or s.number is null) then 'draft'
    when s.number is null or s.paused then 'off'
    when s.document <> w.document and ${meaning('s.document')} <> ${meaning('w.document')} then 'changed'
    else 'live' end)
  from (select v.number, v.document, t.starts, t.paused,
      exists (select from workflow_publications p where p.workflow_id = w.id) as published
    from (select production_version(w.id) as id offset 0) r left join workflow_versions v on v.id = r.id
    cross join (select count(*) > 0 as starts, coalesce(bool_or(t.paused_at is not null), false) as paused
      from workflow_triggers t where t.workflow_id = w.id and t.enabled) t) s)`

export const stage = sql`${standing} ->> 'stage'`
