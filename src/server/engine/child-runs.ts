/** Runs that a step of another run starts and waits for. */

import type { ClientBase } from 'pg'
import type { Wait } from '#nodes/node.ts'
import { NodeError } from '#nodes/node.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import type { Dispatcher } from './dispatch.ts'
import { type ExecutionRow, INSERT_EXECUTIONS } from './journal-sql.ts'
import { type AgentCallsPort, type CalledAgent, ownerOf } from './request.ts'
import { type Connection, findProductionVersion, type StoredExecution } from './store.ts'

const MAX_DEPTH = 8

/** What starting a run inside another one needs. */
export interface ChildStart {
  dispatcher: Dispatcher
  /** Null where no agents are sold: steps that call one fail. */
  agentCalls: AgentCallsPort | null
}

interface ChildRequest {
  child_id: string
  node_id: string
  iteration: string
  wait: Extract<Wait, { type: 'child' }>
  input_file: string | null
}

/**
 * Within the transaction that stores the wait.
 * @returns its id
 * @throws NodeError `too_deep`, `workflow_not_found`, and what `AgentCallsPort` throws
 */
export async function startChild(
  client: ClientBase,
  start: ChildStart,
  parent: StoredExecution,
  request: ChildRequest,
): Promise<string> {
  if (parent.depth >= MAX_DEPTH) {
    throw new NodeError('too_deep', `Workflows can call one another ${MAX_DEPTH} levels deep.`)
  }
  const row = childRow(parent, request, await findCalled(client, start, parent, request))
  await client.query(INSERT_EXECUTIONS, [toStorableJson(JSON.stringify([row]))])
  await start.dispatcher.enqueueIn(client, { execution_id: row.id, reason: 'start', delay_ms: 0, ...row })
  return row.id
}

type Called = Pick<ExecutionRow, 'workflow_id' | 'workflow_version_id' | 'agent_id' | 'agent_version_id'> &
  Pick<CalledAgent, 'charge_id' | 'input'>

async function findCalled(
  client: ClientBase,
  { agentCalls }: ChildStart,
  parent: StoredExecution,
  { wait, child_id }: ChildRequest,
): Promise<Called> {
  if ('workflow_id' in wait) {
    const { workflow_id } = wait
    const workflow_version_id = await childVersion(client, parent, workflow_id)
    const input = wait.input
    return { workflow_id, workflow_version_id, agent_id: null, agent_version_id: null, charge_id: null, input }
  }
  if (!agentCalls) throw new NodeError('not_runnable', 'Agents can’t be run here.')
  const { agent_id, most_paise, input } = wait
  const call = { parent_id: parent.id, owner: ownerOf(parent), agent_id, most_paise, input, execution_id: child_id }
  return agentCalls.prepare(client, call)
}

/**
 * What runs of a workflow of the same owner: as on its own triggers. A step that a member added calls it only for a person who may read
 * that workflow themselves, unless the owner has run, published or sold the version that it is a part of.
 * @throws NodeError `workflow_not_found`
 */
async function childVersion(client: ClientBase, parent: StoredExecution, workflow_id: string): Promise<string> {
  const missing = () =>
    new NodeError('workflow_not_found', 'The workflow to run does not exist.', { field: 'workflow_id' })
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(workflow_id)) throw missing()
  const allowed = await client.query(
    `select 1 from workflows child join workflows parent on parent.id = $2 and parent.owner_id = child.owner_id
      left join workflow_versions v on v.id = $3
      where child.id = $1 and child.deleted_at is null and (v.by_member is not true or $4::uuid is not null
        or child.owner_id = $5 or exists (select 1 from workflow_members m where m.workflow_id = child.id and m.user_id = $5)
        or exists (select 1 from workflow_publications p where p.version_id = v.id))`,
    [workflow_id, parent.workflow_id, parent.workflow_version_id, parent.agent_id, parent.owner_id],
  )
  if (allowed.rowCount === 0) throw missing()
  const version = await findProductionVersion(client, workflow_id)
  if (!version)
    throw new NodeError('workflow_not_found', 'The workflow to run is not published.', { field: 'workflow_id' })
  return version
}

function childRow(parent: StoredExecution, request: ChildRequest, called: Called): ExecutionRow {
  return {
    id: request.child_id,
    owner_id: parent.owner_id,
    visitor_key: parent.visitor_key,
    run_token_hash: null,
    ...called,
    service_id: null,
    parent_id: parent.id,
    parent_node: request.node_id,
    parent_iteration: request.iteration,
    source_id: null,
    depth: parent.depth + 1,
    status: 'queued',
    trigger: 'workflow',
    priority: parent.priority,
    // The row has all of it; the file has what the step gave.
    input_file: called.input === request.wait.input ? request.input_file : null,
    output: null,
    error: null,
    executor: null,
    epoch: 0,
    created_at: new Date().toISOString(),
    started_at: null,
    finished_at: null,
  }
}

const UNDER_WAY = `c.status in ('queued', 'running', 'waiting', 'paused')`
const ENDED = `('succeeded', 'failed', 'cancelled')`

const idsOf = async (db: Connection, text: string, values: unknown[]): Promise<string[]> =>
  (await db.query<{ id: string }>(text, values)).rows.map(({ id }) => id)

/** The runs under way that steps of a run started. */
export const findChildrenUnderWay = (db: Connection, parent_id: string): Promise<string[]> =>
  idsOf(db, `select c.id from executions c where c.parent_id = $1 and ${UNDER_WAY}`, [parent_id])

/**
 * Runs under way that nobody waits for: the run that started them has ended, or has given up the step that did. Reads what is under way
 * inside other runs, and its parents and waits by their keys.
 */
export const findAbandoned = (db: Connection, limit: number): Promise<string[]> =>
  idsOf(
    db,
    `select c.id from executions c left join executions p on p.id = c.parent_id
     where c.parent_id is not null and ${UNDER_WAY} and (p.id is null or p.status in ${ENDED} or exists (
       select from execution_waits w where w.execution_id = c.parent_id and w.node_id = c.parent_node
         and w.iteration = c.parent_iteration and w.child_id = c.id and w.resolved_at is not null)) limit $1`,
    [limit],
  )

/** Runs that ended a while ago, with a parent that still waits for them. Every worker asks every second: each wait and its run are found by key. */
export const UNTOLD = `select c.id from execution_waits w
  join executions p on p.id = w.execution_id and p.status in ('running', 'waiting')
  join executions c on c.id = w.child_id and c.status in ${ENDED} and c.finished_at < now() - interval '2 seconds'
  where w.child_id is not null and w.resolved_at is null limit $1`

export const findUntold = (db: Connection, limit: number): Promise<string[]> => idsOf(db, UNTOLD, [limit])
