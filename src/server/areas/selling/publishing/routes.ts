import { AppError } from '#contract/core/errors.ts'
import { mayMakeAgents } from '#server/areas/agents/agents.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import type { FileDeps } from '#server/areas/runs/runs.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { controlOwnAgent } from './control-agent.ts'
import { createAgent, deleteAgent, getOwnAgent, listOwnAgents, updateAgent } from './drafts.ts'
import { maySeeSampleFile, maySell } from './publishing.policy.ts'
import { findSampleFile } from './samples.store.ts'
import { runDraftSamples, submitAgent } from './submit.ts'

type Names =
  | 'createAgent'
  | 'updateAgent'
  | 'deleteAgent'
  | 'listOwnAgents'
  | 'getOwnAgent'
  | 'controlOwnAgent'
  | 'runAgentSamples'
  | 'submitAgent'
  | 'getSampleFile'

interface Parts {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  record: RecordEvent
}

export const publishingHandlers = ({ db, engine, files, record }: Parts): Pick<Handlers, Names> => ({
  createAgent: ({ body }, { caller }) =>
    createAgent(
      { db, record },
      { edit: mayEditWorkflows(caller), make: mayMakeAgents(caller), sell: maySell(caller) },
      body,
    ),
  updateAgent: ({ params, body }, { caller }) => updateAgent(db, maySell(caller), params.id, body),
  deleteAgent: ({ params }, { caller }) => deleteAgent(db, maySell(caller), params.id),
  listOwnAgents: ({ query }, { caller }) => listOwnAgents(db, maySell(caller), query),
  getOwnAgent: ({ params }, { caller }) => getOwnAgent(db, maySell(caller), params.id),
  controlOwnAgent: ({ params, body }, { caller }) => controlOwnAgent(db, maySell(caller), params.id, body),
  runAgentSamples: ({ params }, { caller }) => {
    const grants = { edit: mayEditWorkflows(caller), sell: maySell(caller) }
    return runDraftSamples(db, grants, params.id, (run) => translateEngineRefusals(() => engine.start(run)))
  },
  submitAgent: ({ params, body }, { caller }) =>
    submitAgent(db, { edit: mayEditWorkflows(caller), sell: maySell(caller) }, params.id, body),
  getSampleFile: async ({ params }, { caller }) => {
    const { on: file } = maySeeSampleFile(caller, await findSampleFile(db, params.id, params.file_id))
    if (params.name !== file.name) throw new AppError('not_found')
    const { id, name, mime, bytes } = file
    return { type: 'file', name, mime, bytes, disposition: 'attachment', body: await files.stream(id) }
  },
})
