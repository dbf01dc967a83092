import type { ExecutionId } from '#contract/core/primitives.ts'
import { opened, openingSource, type RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import { type ModelDeps, refuseUnready } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { answerWait } from './answers.ts'
import {
  isContentHidden,
  mayAnswerWait,
  mayControlExecution,
  mayListExecutions,
  mayReadContent,
  mayReadExecution,
} from './executions.policy.ts'
import { findOwner } from './executions.store.ts'
import { getExecution, getFreeRuns, getNodeOutput, listExecutions } from './executions.ts'
import { getQueue } from './queue.ts'
import { controlRun } from './repeat.ts'
import { presentStarted, type RunEngine, startPreparedRun, translateEngineRefusals } from './run.routes.ts'
import { prepareRun, type RunToStart } from './start.ts'
import { visibleEvents } from './visible-steps.ts'

type Names =
  | 'executeWorkflow'
  | 'listExecutions'
  | 'getExecution'
  | 'getWorkflowExecution'
  | 'streamExecution'
  | 'getNodeOutput'
  | 'getQueue'
  | 'getFreeRuns'
  | 'controlExecution'
  | 'answerWait'

interface Deps {
  db: Database
  engine: RunEngine
  models: ModelDeps
  records: RunRecords
}

export function executionHandlers({ db, engine, models, records }: Deps): Pick<Handlers, Names> {
  const one = async ({ params: { id } }: { params: { id: ExecutionId } }, { caller, run_token }: RequestContext) => {
    const now = Date.now()
    const open = (key: string) => engine.openOutput(key)
    const { run, isShared, isNoted } = await getExecution(db, caller, run_token, id, open, openingSource(caller, now))
    if (isNoted || run.status !== 'succeeded' || !run.content_open || run.payload_removed_at !== null) return run
    // Before the answer is sent: nobody sees a result without being in its record.
    await records.note(db, id, opened(caller, isShared ? 'seller' : 'member', now))
    return run
  }
  return {
    executeWorkflow: async ({ body }, { caller, via }) => {
      const ready = (run: RunToStart) => refuseUnready(models, run)
      const through = via === 'mcp' ? 'mcp' : null
      return startPreparedRun(engine, await prepareRun(db, caller, body, ready, through), body.wait_ms ?? 0)
    },
    listExecutions: ({ query }, { caller }) => listExecutions(db, mayListExecutions(caller, query.scope), query),
    getExecution: one,
    getWorkflowExecution: one,
    streamExecution: async ({ params, query }, { caller, run_token, last_event_id }) => {
      const read = async () => {
        const { on: row } = mayReadExecution(caller, run_token, await findOwner(db, params.id))
        return { contentHidden: isContentHidden(caller, run_token, row) }
      }
      const after = last_event_id ?? query.after ?? 0
      const run = { id: params.id, read }
      const events = await visibleEvents(db, caller, run, (signal) => engine.events(params.id, after, signal))
      return { type: 'stream', events }
    },
    getNodeOutput: async ({ params, query }, { caller, run_token }) => {
      const grant = mayReadContent(caller, run_token, await findOwner(db, params.id))
      const which = { node_id: params.node_id, iteration: query.iteration }
      return getNodeOutput(db, grant, which, (key) => engine.openOutput(key))
    },
    getQueue: () => getQueue(db),
    getFreeRuns: (_input, { caller }) => getFreeRuns(db, caller),
    controlExecution: async ({ params, body }, { caller, run_token }) => {
      const grant = mayControlExecution(caller, run_token, await findOwner(db, params.id), body.action)
      return presentStarted(await translateEngineRefusals(() => controlRun({ db, engine, models }, grant, body)))
    },
    answerWait: async ({ params, body }, { caller, run_token }) => {
      const grant = mayAnswerWait(caller, run_token, await findOwner(db, params.id))
      await translateEngineRefusals(() => answerWait({ db, engine }, grant, { id: params.wait_id, answer: body }))
      await db.transaction().execute((tx) => records.catchUp(tx, params.id))
      const { status } = await engine.result(params.id, 0)
      return presentStarted({ execution_id: params.id, status })
    },
  }
}
