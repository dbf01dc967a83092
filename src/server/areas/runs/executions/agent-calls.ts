/**
 * Runs of agents of the marketplace that steps of other runs ask for. The person whose run it is pays, and everything that running the
 * agent directly asks of them is asked here: access, version, agreements, input, price and caps.
 */
import type { ClientBase } from 'pg'
import { AppError } from '#contract/core/errors.ts'
import { AgentId, ExecutionId, type Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Owner } from '#nodes/ports.ts'
import { findRunner } from '#server/areas/accounts/accounts.ts'
import { type BillingGate, isFreeInside } from '#server/areas/billing/billing.ts'
import { refuseAnyKnowledge } from '#server/areas/runs/inputs/chosen-knowledge.ts'
import { checkInput, resolveInput } from '#server/areas/runs/inputs/input.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { createDatabaseOn, type Database } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'
import { findChain } from './may-run.store.ts'
import { refuseBlockedOwner, requireRunnableAgent } from './may-run.ts'
import { findVersionToRun } from './start.ts'
import { findAgentVersion, findWorkflowOfVersion, type VersionRow } from './target.store.ts'

/** What the engine asks for, see `AgentCall`. */
interface Call {
  parent_id: string
  owner: Owner
  agent_id: string
  most_paise: number
  input: Json
  execution_id: string
}

interface Called {
  workflow_id: string
  workflow_version_id: string
  agent_id: string
  agent_version_id: string
  charge_id: string | null
  /** As a direct run would store it: files have the names that the server knows. */
  input: JsonObject
}

export interface AgentCalls {
  /**
   * Within the transaction that stores the run of the agent.
   * @throws NodeError with the code of what is refused, `agent_calls_itself`
   */
  prepare(client: ClientBase, call: Call): Promise<Called>
}

export const createAgentCalls = ({ billingGate }: { billingGate: Pick<BillingGate, 'holdCall'> }): AgentCalls => ({
  prepare: (client, call) => asNodeErrors(() => prepareCall(createDatabaseOn(client), billingGate, call)),
})

async function prepareCall(db: Database, billingGate: Pick<BillingGate, 'holdCall'>, call: Call): Promise<Called> {
  const runner = await runnerOf(db, call.owner)
  const agent = await requireRunnableAgent(db, runner, refOf(call.agent_id)).catch(notFound)
  const pinned = await findVersionToRun(db, runner, agent)
  const version = pinned && (await findAgentVersion(db, pinned))
  const workflow_id = version && (await findWorkflowOfVersion(db, version.workflow_version_id))
  if (!version || !workflow_id) throw new AppError('not_runnable')
  await refuseBlockedOwner(db, workflow_id)
  const chain = await findChain(db, ExecutionId.parse(call.parent_id))
  const root = chain.at(-1)
  if (!root) throw new Error('The run that calls an agent is not stored')
  if (chain.some((around) => around.agent_id === agent.id || around.workflow_id === workflow_id))
    throw new NodeError('agent_calls_itself', `“${agent.name}” can’t run itself, directly or through other steps.`)
  const input = await readCallInput(db, runner, version, call.input)
  const charge = await billingGate.holdCall(db, {
    agent_version_id: version.agent_version_id,
    owner: call.owner,
    execution_id: call.execution_id,
    root: { id: root.id, service_id: root.service_id, member: root.started_by },
    most_paise: call.most_paise,
    must_be_free: isFreeInside(root.trigger, call.owner, root.workflow_owner_id),
  })
  const { agent_id, agent_version_id, workflow_version_id } = version
  return { workflow_id, workflow_version_id, agent_id, agent_version_id, charge_id: charge?.id ?? null, input }
}

/** @throws AppError not_runnable when the account is blocked or deleted */
async function runnerOf(db: Database, owner: Owner): Promise<Caller> {
  if (!('user_id' in owner)) return { type: 'visitor', key: owner.visitor_key }
  const runner = await findRunner(db, UserId.parse(owner.user_id))
  if (!runner) throw new AppError('not_runnable', { message: 'The account this run belongs to isn’t active.' })
  return runner
}

/** Only an id: an address could be taken by another agent later. */
function refOf(id: string): AgentId {
  const parsed = AgentId.safeParse(id)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data
}

function notFound(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('not_runnable', { message: 'This agent is no longer available.', cause: error })
}

async function readCallInput(db: Database, runner: Caller, version: VersionRow, given: Json): Promise<JsonObject> {
  if (!isObject(given)) throw new AppError('invalid_input', { message: 'The input of an agent has to be an object.' })
  await checkInput(JsonObject.parse(version.input_schema), given)
  refuseAnyKnowledge(given, 'An agent that a step runs can’t use a knowledge base of the person who started the run.')
  return resolveInput(db, runner, given)
}

/** What is refused, as the step that asked fails with it. */
async function asNodeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problems = error.code === 'invalid_input' ? error.problems : []
    const message = problems.length > 0 ? problems.map((problem) => problem.message).join(' ') : error.message
    throw new NodeError(error.code, message, { cause: error })
  }
}
