/**
 * The SQL of the rows behind triggers. `draft_config` and `draft_enabled` follow the draft; `config` and `enabled`, which are what
 * runs, follow the published version, and the draft of the owner as long as nothing was ever published.
 */
import { sql } from 'kysely'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NewTrigger {
  workflow: WorkflowId
  type: TriggerType
  token: string
  test_token: string
  /** JSON. */
  config: string
}

const neverPublished = (workflow: WorkflowId) =>
  sql`not exists (select 1 from workflow_publications where workflow_id = ${workflow})`
/** A changed schedule gets a new next time. */
const due = sql`case when t.config = excluded.config and t.enabled then t.next_run_at end`

/** The trigger of the draft is this one, or none. Addresses stay. */
export async function setDraftTrigger(
  db: Queryable,
  workflow: WorkflowId,
  trigger: NewTrigger | null,
  by: 'owner' | 'others',
): Promise<void> {
  // Services are asked to deliver, and rows change while a workflow is only being drawn: neither starts it before it is published.
  const waits = trigger?.type === 'app' || trigger?.type === 'table'
  const goesLive = sql`(${by === 'owner' && !waits} and ${neverPublished(workflow)})`
  await sql`update workflow_triggers set draft_enabled = false, enabled = enabled and not ${goesLive}
    where workflow_id = ${workflow} and type <> ${trigger?.type ?? ''} and (draft_enabled or enabled)`.execute(db)
  if (trigger === null) return
  const { type, token, test_token, config } = trigger
  await sql`
    with follows as materialized (select ${goesLive} as yes)
    insert into workflow_triggers as t (workflow_id, type, token, test_token, config, enabled, draft_config, draft_enabled)
    select ${workflow}::uuid, ${type}, ${token}, ${test_token}, ${config}::jsonb, yes, ${config}::jsonb, true from follows
    on conflict (workflow_id, type) do update set draft_config = excluded.draft_config, draft_enabled = true,
      config = case when (select yes from follows) then excluded.config else t.config end,
      enabled = case when (select yes from follows) then true else t.enabled end,
      next_run_at = case when (select yes from follows) then ${due} else t.next_run_at end`.execute(db)
}

/** What runs is started by this trigger, or by none. */
export async function setLiveTrigger(db: Queryable, workflow: WorkflowId, trigger: NewTrigger | null): Promise<void> {
  await sql`update workflow_triggers set enabled = false
    where workflow_id = ${workflow} and type <> ${trigger?.type ?? ''} and enabled`.execute(db)
  if (trigger === null) return
  const { type, token, test_token, config } = trigger
  await sql`
    insert into workflow_triggers as t (workflow_id, type, token, test_token, config, draft_enabled)
    values (${workflow}, ${type}, ${token}, ${test_token}, ${config}::jsonb, false)
    on conflict (workflow_id, type) do update set config = excluded.config, enabled = true, next_run_at = ${due}`.execute(
    db,
  )
}
