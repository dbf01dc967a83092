import type { ModelDeps } from '#server/domain/models/model-port.ts'
import { maySetModels, mayUseModels } from '#server/domain/models/models.policy.ts'
import {
  createModel,
  deleteModel,
  listModels,
  saveModelSettings,
  scopeOf,
  updateModel,
} from '#server/domain/models/models.ts'
import { tryModel } from '#server/domain/models/try-model.ts'
import { listPage } from '#server/domain/page.ts'
import type { Handlers } from '#server/http/handlers.ts'

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
