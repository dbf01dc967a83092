import { isFeatureOn } from '#contract/admin/feature-values.ts'
import { createModelPort, type ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { roleOfPerson } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { createCustomAgent } from './custom-agents.ts'

export function customAgentHandlers(models: ModelDeps): Pick<Handlers, 'createCustomAgent'> {
  const { db } = models
  const port = createModelPort(models)
  return {
    createCustomAgent: ({ body }, { caller }) => {
      const mayDraft = async () =>
        isFeatureOn(await readSetting(db, 'features'), 'workflow_proposals', roleOfPerson(caller))
      return createCustomAgent({ db, port, mayDraft }, mayEditWorkflows(caller), body)
    },
  }
}
