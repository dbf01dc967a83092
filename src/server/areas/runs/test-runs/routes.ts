import { refuseBlockedOwner } from '#server/areas/runs/executions/may-run.ts'
import { presentStarted, type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import {
  type ModelDeps,
  mayEditWorkflows,
  mayLookAtWorkflows,
  refuseUnready,
} from '#server/areas/workflows/workflows.ts'
import type { NodeRow } from '#server/engine/journal-sql.ts'
import { livePort } from '#server/engine/scope-run.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { estimateWorkflow } from './estimate.ts'
import { copyPins, listPins, removePin, setPin } from './pins.ts'
import { prepareTest, type RowReader } from './test-runs.ts'

type Names = 'testWorkflow' | 'listPins' | 'setPin' | 'removePin' | 'copyPins' | 'estimateWorkflow'

const reader = (engine: RunEngine): RowReader<NodeRow> => ({
  read: (id) => engine.rows(id),
  portOf: livePort,
  from: ({ logs: _, usage: __, tries: ___, attempts: ____, ...row }) => ({ ...row, origin: row.origin ?? 'earlier' }),
  pinned: (node_id, { output, port }) => {
    const now = Date.now()
    return { node_id, seq: 0, status: 'succeeded', origin: 'pin', port, output, started_at: now, finished_at: now }
  },
  wasPinned: ({ origin }) => origin === 'pin',
})

interface Deps {
  db: Database
  engine: RunEngine
  models: ModelDeps
}

export const testRunHandlers = ({ db, engine, models }: Deps): Pick<Handlers, Names> => ({
  testWorkflow: async ({ params, body }, { caller }) => {
    const grant = mayEditWorkflows(caller)
    const { plan, ...prepared } = await prepareTest(db, caller, grant, params.id, body, reader(engine))
    await refuseBlockedOwner(db, params.id)
    const left = new Set([...plan.skip, ...Object.keys(plan.pins), ...plan.of.reused])
    const { workflow_version_id } = prepared
    await refuseUnready(models, { workflow_version_id, agent_version_id: null, owner: { user_id: grant.on } }, left)
    const started = await translateEngineRefusals(() =>
      engine.start({
        ...prepared,
        trigger: caller.type === 'user' && caller.api_key ? 'api' : 'manual',
        priority: 'normal',
        owner: { user_id: grant.on },
        test: plan,
        mode: 'now',
      }),
    )
    return { ...presentStarted(started), test: plan.of }
  },
  listPins: async ({ params, query }, { caller }) =>
    listPage(await listPins(db, mayLookAtWorkflows(caller), params.id), 'items', query),
  setPin: ({ params, body }, { caller }) => setPin(db, mayEditWorkflows(caller), params, body),
  removePin: ({ params }, { caller }) => removePin(db, mayEditWorkflows(caller), params),
  copyPins: ({ params, body }, { caller }) =>
    copyPins(db, mayEditWorkflows(caller), { ...params, ...body }, (id) => engine.rows(id)),
  estimateWorkflow: ({ params }, { caller }) => estimateWorkflow(db, mayLookAtWorkflows(caller), params.id),
})
