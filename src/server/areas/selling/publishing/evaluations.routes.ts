import { translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import { createModelPort, type ModelDeps, mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { type CaseRunner, evaluateAgent, getAgentTests, updateAgentTests } from './evaluations.ts'
import { maySell } from './publishing.policy.ts'
import { type ReviewedCaseDeps, type ReviewedCaseNames, reviewedCaseHandlers } from './reviewed-cases.routes.ts'
import * as workflows from './workflow-tests.ts'

type Names =
  | 'getAgentTests'
  | 'updateAgentTests'
  | 'evaluateAgent'
  | 'getWorkflowTests'
  | 'updateWorkflowTests'
  | 'addTestCase'
  | 'evaluateWorkflow'
  | 'getEvaluation'
  | ReviewedCaseNames

/** How long the end of one case is waited for before the others are looked at. */
const WAIT_MS = 20_000

export const evaluationHandlers = ({
  db,
  engine,
  models,
  files,
}: ReviewedCaseDeps & { models: ModelDeps }): Pick<Handlers, Names> => {
  const runner: CaseRunner = {
    start: (run) => translateEngineRefusals(() => engine.start(run)),
    result: (id) => engine.result(id, WAIT_MS),
    model: createModelPort(models),
  }
  return {
    ...reviewedCaseHandlers({ db, engine, files }),
    getAgentTests: ({ params }, { caller }) => getAgentTests(db, maySell(caller), params.id, runner),
    updateAgentTests: async ({ params, body }, { caller }) => {
      await updateAgentTests(db, maySell(caller), params.id, body.cases)
      return getAgentTests(db, maySell(caller), params.id, runner)
    },
    evaluateAgent: async ({ params }, { caller }) => {
      await evaluateAgent(db, { edit: mayEditWorkflows(caller), sell: maySell(caller) }, params.id, runner)
      return getAgentTests(db, maySell(caller), params.id, runner)
    },
    getWorkflowTests: ({ params }, { caller }) =>
      workflows.getWorkflowTests(db, mayEditWorkflows(caller), params.id, runner),
    updateWorkflowTests: async ({ params, body }, { caller }) => {
      await workflows.updateWorkflowTests(db, mayEditWorkflows(caller), params.id, body.cases)
      return workflows.getWorkflowTests(db, mayEditWorkflows(caller), params.id, runner)
    },
    addTestCase: ({ params, body }, { caller }) =>
      workflows.addTestCase(db, mayEditWorkflows(caller), params.id, body, (key) => engine.openOutput(key)),
    evaluateWorkflow: async ({ params, body }, { caller }) => {
      await workflows.evaluateWorkflow(db, mayEditWorkflows(caller), params.id, body.version, runner)
      return workflows.getWorkflowTests(db, mayEditWorkflows(caller), params.id, runner)
    },
    getEvaluation: ({ params }, { caller }) => workflows.getEvaluation(db, mayEditWorkflows(caller), params, runner),
  }
}
