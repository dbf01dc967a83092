import type { BillingGate, TrialRules } from '#server/areas/billing/billing.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import type { FileDeps } from '#server/areas/runs/runs.ts'
import { createModelPort, type ModelDeps } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { advanceBench } from './advance-bench.ts'
import { mayBench } from './benches.policy.ts'
import { createBench, getBench, listBenches, ruleOnRun, saveBench, setExpected } from './benches.ts'
import { planBench, presentPlan } from './plan-bench.ts'
import { deleteBench } from './purge.ts'
import { cancelBench, startBench } from './start.ts'

type Names =
  | 'listBenches'
  | 'createBench'
  | 'getBench'
  | 'saveBench'
  | 'planBench'
  | 'startBench'
  | 'cancelBench'
  | 'expectOfBench'
  | 'ruleBenchRun'
  | 'deleteBench'

interface Deps {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  models: ModelDeps
  trials: TrialRules
  billingGate: BillingGate
  tidy: () => Promise<void>
  log: WarningLog
}

export function benchHandlers({
  db,
  engine,
  files,
  models,
  trials,
  billingGate,
  tidy,
  log,
}: Deps): Pick<Handlers, Names> {
  const work = { db, engine, billingGate, model: createModelPort(models), files, tidy, log }
  /** Answered at once: how far it is, is asked for again. */
  const goOn = (id: string) => void advanceBench(work, id)
  return {
    listBenches: ({ query }, { caller }) => listBenches(db, mayBench(caller), query),
    createBench: ({ body }, { caller }) => createBench(db, mayBench(caller), body.agent_ids),
    getBench: async ({ params }, { caller }) => {
      const bench = await getBench(db, mayBench(caller), params.id)
      if (bench.status === 'running') goOn(bench.id)
      return bench
    },
    saveBench: ({ params, body }, { caller }) => saveBench(db, mayBench(caller), params.id, body),
    planBench: async ({ params }, { caller }) => presentPlan(await planBench(db, trials, mayBench(caller), params.id)),
    startBench: async ({ params, body }, { caller }) => {
      const bench = await startBench({ db, billingGate, trials }, mayBench(caller), params.id, body.most_paise)
      goOn(bench.id)
      return bench
    },
    cancelBench: async ({ params }, { caller }) => {
      await cancelBench(db, mayBench(caller), params.id)
      await advanceBench(work, params.id)
      return getBench(db, mayBench(caller), params.id)
    },
    expectOfBench: async ({ params, body }, { caller }) => {
      await setExpected(db, mayBench(caller), params, body)
      if (body.scorer.type === 'judge') goOn(params.id)
      else await advanceBench(work, params.id)
      return getBench(db, mayBench(caller), params.id)
    },
    ruleBenchRun: ({ params, body }, { caller }) => ruleOnRun(db, mayBench(caller), params, body.right),
    deleteBench: ({ params }, { caller }) => deleteBench(work, mayBench(caller), params.id),
  }
}
