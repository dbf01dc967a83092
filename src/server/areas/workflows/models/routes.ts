import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import type { ModelDeps } from './model-port.ts'
import { maySetModels, mayUseModels } from './models.policy.ts'
import { createModel, deleteModel, listModels, saveModelSettings, scopeOf, updateModel } from './models.ts'
import { tryModel } from './try-model.ts'

type Names = 'listModels' | 'createModel' | 'updateModel' | 'deleteModel' | 'testModel' | 'setModelSettings'

export const modelHandlers = (models: ModelDeps): Pick<Handlers, Names> => ({
  listModels: async ({ query }, { caller }) => listPage(await listModels(models, mayUseModels(caller)), 'items', query),
  createModel: ({ body }, { caller }) => createModel(models, maySetModels(caller, scopeOf(body)), body),
  updateModel: ({ params, body }, { caller }) => updateModel(models, caller, params.id, body),
  deleteModel: ({ params }, { caller }) => deleteModel(models, caller, params.id),
  testModel: ({ params }, { caller }) => tryModel(models, caller, params.id),
  setModelSettings: ({ body: { scope, ...settings } }, { caller }) =>
    saveModelSettings(models, maySetModels(caller, scopeOf({ scope })), settings),
})
