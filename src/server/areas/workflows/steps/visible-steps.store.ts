/** The SQL of who may look inside the steps of a run. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { isHouse, publicStatus } from '#server/areas/agents/agents.ts'
import { buildsWorkflows } from './acting-owner.store.ts'

/** Who looks: a person, any user for `all`, the owner of each run for `owner`; null is a visitor. */
export type StepViewer = UserId | 'all' | 'owner' | null

/** Whether this person owns or shares the workflow of the run `e` of the statement, and so may look at it. */
const worksOnWorkflow = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from workflows o where o.id = e.workflow_id and (o.owner_id = ${person}
    or exists (select 1 from workflow_members m where m.workflow_id = o.id and m.user_id = ${person})))`

/**
 * Whether this person decides what the workflow of the run `e` of the statement does: they own it, or edit it with a role that builds.
 * The same as `canEditWorkflow` but for an owner whose role was lowered, whose workflow it still is.
 */
export const editsWorkflow = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from workflows o where o.id = e.workflow_id and (o.owner_id = ${person}
    or exists (select 1 from workflow_members m join users u on u.id = m.user_id
      where m.workflow_id = o.id and m.user_id = ${person} and m.role = 'editor' and ${buildsWorkflows})))`

/**
 * Whether the agent version `e.agent_version_id` lists its workflow as open, for as long as the agent is open.
 */
export const isOpenAgent: RawBuilder<boolean> = sql`exists (
  select 1 from agent_versions l join agents a on a.id = l.agent_id join agent_versions c on c.id = a.current_version_id
  where l.id = e.agent_version_id and l.listing @> '{"workflow_open": true}' and c.listing @> '{"workflow_open": true}'
    and ${publicStatus} in ('published', 'deprecated'))`

/** Whether the steps of the runs around the run `e` of the statement are open, too: what goes into it is what they gave. */
const isOpenAround = (person: RawBuilder<unknown>): RawBuilder<boolean> => sql`(e.parent_id is null or not exists (
  with recursive up as (
    select p.id, p.parent_id from executions p where p.id = e.parent_id
    union all
    select p.id, p.parent_id from up join executions p on p.id = up.parent_id
  )
  select 1 from up join executions e on e.id = up.id where not (${worksOnWorkflow(person)} or ${isOpenAgent})))`

const personOf = (viewer: Exclude<StepViewer, 'all'>): RawBuilder<unknown> =>
  viewer === 'owner' ? sql`e.owner_id` : sql`${viewer}::uuid`

/**
 * Whether the steps of the run `e` of the statement are visible: to those who own or share its workflow, and to all in
 * an open agent, unless a step that is closed started it.
 */
export function stepsOpenTo(viewer: StepViewer): RawBuilder<boolean> {
  if (viewer === 'all') return sql`true`
  const person = personOf(viewer)
  return sql`(${worksOnWorkflow(person)} or (${isOpenAgent} and ${isOpenAround(person)}))`
}

/**
 * Whether what the steps of the run `e` of the statement logged is open, such as the prompts they sent: an open agent shows its steps and
 * not its settings, unless it is one of the house.
 */
export function logsOpenTo(viewer: StepViewer): RawBuilder<boolean> {
  if (viewer === 'all') return sql`true`
  const person = personOf(viewer)
  return sql`(${worksOnWorkflow(person)} or (${isOpenAgent} and ${isOpenAround(person)} and exists (
    select 1 from workflows o join users u on u.id = o.owner_id where o.id = e.workflow_id and ${isHouse})))`
}
