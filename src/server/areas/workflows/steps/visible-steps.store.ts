/** The SQL of who may look inside the steps of a run. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'

/** Who looks: a person, everybody at once for `all`, the owner of each run for `owner`; null is a visitor. */
export type StepViewer = UserId | 'all' | 'owner' | null

/** Whether this person owns or shares the workflow of the run `e` of the statement. */
export const worksOnWorkflow = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from workflows o where o.id = e.workflow_id and (o.owner_id = ${person}
    or exists (select 1 from workflow_members m where m.workflow_id = o.id and m.user_id = ${person})))`

/**
 * Whether the steps of the run `e` of the statement are open: to those who own or share the workflow that ran, and to everybody
 * where the agent version that ran lists its workflow as open, for as long as the agent shows its workflow to everybody. A run
 * started by a step belongs to no agent, so it follows its own workflow.
 */
export function stepsOpenTo(viewer: StepViewer): RawBuilder<boolean> {
  if (viewer === 'all') return sql`true`
  const person = viewer === 'owner' ? sql`e.owner_id` : sql`${viewer}::uuid`
  return sql`(${worksOnWorkflow(person)}
    or exists (select 1 from agent_versions l join agents a on a.id = l.agent_id join agent_versions c on c.id = a.current_version_id
      where l.id = e.agent_version_id and l.listing @> '{"workflow_open": true}' and c.listing @> '{"workflow_open": true}'
        and ${publicStatus} in ('published', 'deprecated')))`
}
