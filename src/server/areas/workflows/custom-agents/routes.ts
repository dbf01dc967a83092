import { isFeatureOn } from '#contract/admin/feature-values.ts'
import { createModelPort, type ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { roleOfPerson } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { createCustomAgent } from './custom-agents.ts'
import { listPrompts } from './prompts.ts'

export function customAgentHandlers(models: ModelDeps): Pick<Handlers, 'createCustomAgent' | 'listPrompts'> {
  const { db } = models
  const port = createModelPort(models)
  return {
    listPrompts: ({ params, query }, { caller }) => listPrompts(db, mayLookAtWorkflows(caller), params.id, query),
    createCustomAgent: ({ body }, { caller }) => {
      const mayDraft = async () =>
        isFeatureOn(await readSetting(db, 'features'), 'workflow_proposals', roleOfPerson(caller))
      return createCustomAgent({ db, port, mayDraft }, mayEditWorkflows(caller), body)
    },
  }
}
