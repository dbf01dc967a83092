/** What the engine is asked for and what it answers. */

import type { ClientBase } from 'pg'
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus, Priority, Trigger } from '#contract/runs/execution-states.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Owner } from '#nodes/ports.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { ExecutionRow, NodeRow, TestPlan } from './journal-sql.ts'
import { runTitle } from './run-title.ts'

/** @throws Error for an execution of nobody, which cannot be stored */
export function ownerOf(row: { owner_id: string | null; visitor_key: string | null }): Owner {
  if (row.owner_id !== null) return { user_id: row.owner_id }
  if (row.visitor_key !== null) return { visitor_key: row.visitor_key }
  throw new Error('An execution must belong to a user or a visitor')
}

export interface StartRequest {
  workflow_version_id: string
  /** The version's document, when the caller has just read it. */
  document?: WorkflowDocument
  /** With `document`: the workflow it is a version of. */
  workflow_id?: string
  /** With `document`: who owns that workflow; what runs may use their credentials. */
  author?: UserId | null
  input: Json
  trigger: Trigger
  priority: Priority
  owner: Owner
  agent_id?: string | null
  agent_version_id?: string | null
  /** Of a repeat: the agent version whose price it costs, where another one runs. */
  priced_version_id?: string | null
  service_id?: string | null
  run_token_hash?: string | null
  /** The member of a workspace who starts it; absent where that is the owner. */
  started_by?: string | null
  /** `now`: in this process, if it works and has room. `later`: through the queue. */
  mode: 'now' | 'later'
  /** Rows of finished nodes to begin with. */
  seed?: readonly NodeRow[]
  /** The execution the seed comes from. */
  source_id?: string | null
  /** Of a test of the draft. */
  test?: TestPlan | null
  /** With `later`. */
  delay_ms?: number
  /**
   * The hold for it, and the id it must have. Set by the engine, or by a caller that held for many runs at once; null:
   * it is free.
   */
  charge?: Charge | null
  /** Of a run without a charge that must have this id: begun twice, it is stored once. */
  execution_id?: string
  /** With `execution_id` and `now`, in ms since 1970. A run that is not stored by then is not begun, because its id may be given up later. */
  start_by?: number
}

export interface Charge {
  id: string
  execution_id: string
}

/**
 * The billing gate and checks before runs that cost money or send data elsewhere: every new execution passes them,
 * however it is started.
 */
export interface BillingGatePort {
  /** False for what is certainly free and stays on this server: asked of every start. */
  mustAuthorise(request: StartRequest): boolean
  /**
   * Holds what the run costs. The run is then begun, or the charge dropped.
   * @returns null when it is free
   * @throws AppError when it is not paid for, or not agreed to
   */
  hold(request: StartRequest): Promise<Charge | null>
  /** The run could not be begun: gives the money back, unless the run is there all the same. */
  release(charge: Charge): Promise<void>
}

/** A step of a run that asks for a run of an agent of the marketplace. */
export interface AgentCall {
  /** The run of the step. */
  parent_id: string
  /** Who pays: the person whose run it is. */
  owner: Owner
  agent_id: string
  /** What it may cost at most, with its AI models. */
  most_paise: number
  input: Json
  /** The id that the run of the agent will have. */
  execution_id: string
}

/** What such a call runs. */
export interface CalledAgent {
  workflow_id: string
  workflow_version_id: string
  agent_id: string
  agent_version_id: string
  /** What is held for it; null: it is free. */
  charge_id: string | null
  /** What its run is given: the input of the call itself where nothing in it was replaced. */
  input: Json
}

/** Asks of a call of an agent everything that running the agent directly asks, and holds what it costs. */
export interface AgentCallsPort {
  /**
   * Within the transaction that stores the run, so that a hold without its run is never stored.
   * @throws NodeError when the agent may not be run, is not agreed to, or costs more than it may
   */
  prepare(client: ClientBase, call: AgentCall): Promise<CalledAgent>
}

export interface Started {
  execution_id: string
  status: ExecutionStatus
}

export interface ExecutionState extends Started {
  /** A large one that is read from the database is there to be sent, see `JsonText`. */
  output: Json
  error: RunError | null
}

/** The row of a new execution; `executor` is who runs it at once, null for the queue. */
export function executionRow(request: StartRequest, workflow_id: string, executor: string | null): ExecutionRow {
  const now = new Date().toISOString()
  const owner = request.owner
  return {
    id: request.charge?.execution_id ?? request.execution_id ?? uuidv7(),
    owner_id: 'user_id' in owner ? owner.user_id : null,
    visitor_key: 'visitor_key' in owner ? owner.visitor_key : null,
    run_token_hash: request.run_token_hash ?? null,
    workflow_id,
    workflow_version_id: request.workflow_version_id,
    agent_id: request.agent_id ?? null,
    agent_version_id: request.agent_version_id ?? null,
    service_id: request.service_id ?? null,
    parent_id: null,
    parent_node: null,
    parent_iteration: '',
    source_id: request.source_id ?? null,
    depth: 0,
    status: executor ? 'running' : 'queued',
    trigger: request.trigger,
    priority: request.priority,
    input: request.input,
    output: null,
    error: null,
    executor,
    epoch: executor ? 1 : 0,
    created_at: now,
    started_at: executor ? now : null,
    finished_at: null,
    title: runTitle(request.input, request.trigger),
    ...(request.test && { test: request.test }),
    ...(request.charge && { charge_id: request.charge.id }),
    ...(request.started_by && { started_by: request.started_by }),
  }
}
