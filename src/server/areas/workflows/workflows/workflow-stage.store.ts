/** The one state of a workflow (decision 0377), as every statement asks for it. */
import { sql } from 'kysely'

/** What a document says, without where things are drawn: as the comparison in the designer counts. */
const meaning = (document: string) => {
  const d = sql.raw(document)
  return sql`(${d} || jsonb_build_object(
    'nodes', (select jsonb_object_agg(n ->> 'id', n - 'position') from jsonb_array_elements(${d} -> 'nodes') n),
    'edges', (select jsonb_agg(e order by e::text) from jsonb_array_elements(${d} -> 'edges') e),
    'notes', (select jsonb_object_agg(n ->> 'id', n - 'position' - 'size') from jsonb_array_elements(${d} -> 'notes') n)))`
}

/**
 * Of the workflow `w`. What runs is `production_version`, as the engine asks for it: the published version, before a first publication the
 * newest that was run, after the end of a publication none. Documents are compared only where something runs.
 */
export const stage = sql`(select case
    when not s.published and (not s.starts or s.runs is null) then 'draft'
    when s.runs is null or s.paused then 'off'
    when exists (select from workflow_versions v where v.id = s.runs and v.document <> w.document
      and ${meaning('v.document')} <> ${meaning('w.document')}) then 'changed'
    else 'live' end
  from (select production_version(w.id) as runs,
    exists (select from workflow_publications p where p.workflow_id = w.id) as published,
    exists (select from workflow_triggers t where t.workflow_id = w.id and t.enabled) as starts,
    exists (select from workflow_triggers t where t.workflow_id = w.id and t.enabled and t.paused_at is not null) as paused) s)`

/** Number of the version that the workflow `w` runs for triggers and programs. */
export const runningVersion = sql`(select v.number from workflow_versions v where v.id = production_version(w.id))`
