/** From a prepared run to the engine and back to an answer. */

import { AppError, type ErrorCode, fieldError } from '#contract/core/errors.ts'
import { ExecutionId } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { Started } from '#contract/runs/started.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import type { Resolution } from '#nodes/node.ts'
import type { Owner } from '#nodes/ports.ts'
import type { NodeRow } from '#server/engine/journal-sql.ts'
import type { Started as EngineStarted, ExecutionState, StartRequest } from '#server/engine/request.ts'
import type { Database } from '#server/platform/database/database.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import type { RepeatChange } from './repeat.ts'
import type { PreparedRun } from './start.ts'

/** What routes ask of the engine. */
export interface RunEngine {
  start(request: StartRequest): Promise<EngineStarted>
  /** Begins, through the queue, what `take` returns, in the transaction that `take` writes in. @returns the ids of the executions */
  startWith(take: (tx: Database) => Promise<readonly (StartRequest & { workflow_id: string })[]>): Promise<string[]>
  result(execution_id: string, wait_ms: number): Promise<ExecutionState>
  control(execution_id: string, command: ControlCommand, change?: RepeatChange): Promise<EngineStarted>
  /** Begins it and waits for its end, at most `wait_ms`. */
  run(request: StartRequest, wait_ms: number): Promise<ExecutionState>
  /** `now` is false when it was answered before or, with `late`, its time has passed; undefined when there is no such wait. */
  resolveWait(
    wait_id: string,
    resolution: Resolution,
    by: string | null,
  ): Promise<{ execution_id: string; now: boolean; late: boolean } | undefined>
  events(execution_id: string, after_seq: number, signal: AbortSignal): AsyncIterable<ExecutionEvent>
  /** Evaluates expressions outside of runs at the expense of an owner. */
  evaluatorFor(owner: Owner): Evaluator
  /** The finished rows of an execution as the engine keeps them. */
  rows(execution_id: string): Promise<NodeRow[]>
  /** Puts outputs that were too large for their rows in their places. */
  withOutputs<T extends { output?: unknown; stored?: string | null }>(rows: readonly T[]): Promise<T[]>
  /** One of these outputs as it is kept; null when it is gone. */
  openOutput(key: string): Promise<(() => AsyncIterable<Uint8Array>) | null>
}

const CODES: Record<EngineRefusal['code'], ErrorCode> = {
  not_found: 'not_found',
  illegal_transition: 'illegal_transition',
  unknown_node: 'invalid_input',
  not_runnable: 'not_runnable',
  shutting_down: 'unavailable',
}

/** What the engine refuses, as the caller is told. */
export async function translateEngineRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EngineRefusal)) throw error
    if (error.field !== null) throw fieldError(error.field, error.message, CODES[error.code])
    throw new AppError(CODES[error.code], { message: error.message, cause: error })
  }
}

export const presentStarted = ({ execution_id, status }: EngineStarted): Pick<Started, 'execution_id' | 'status'> => ({
  execution_id: ExecutionId.parse(execution_id),
  status,
})

/** Starts it and waits at most `wait_ms` for the end. @throws what `refusals` gives */
export async function startPreparedRun(engine: RunEngine, prepared: PreparedRun, wait_ms: number): Promise<Started> {
  const token = prepared.access_token === null ? {} : { access_token: prepared.access_token }
  try {
    if (wait_ms === 0)
      return { ...presentStarted(await translateEngineRefusals(() => engine.start(prepared.request))), ...token }
    const state = await translateEngineRefusals(() => engine.run(prepared.request, wait_ms))
    return { ...presentStarted(state), ...(state.status === 'succeeded' ? { output: state.output } : {}), ...token }
  } catch (error) {
    await prepared.release()
    throw error
  }
}
