import { mayImportApps } from '#server/areas/connectors/imported-apps/imported-apps.policy.ts'
import { deleteImportedApp, type ImportParts, importApp } from '#server/areas/connectors/imported-apps/imported-apps.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import type { AppList } from './app-list.ts'
import { mayRunActions } from './apps.policy.ts'
import { type AppParts, getAction, getApp, getTrigger } from './apps.ts'

type Names =
  | 'listIntegrations'
  | 'getIntegration'
  | 'listIntegrationCategories'
  | 'listIntegrationProviders'
  | 'getIntegrationStats'
  | 'getIntegrationAction'
  | 'getIntegrationTrigger'
  | 'importIntegration'
  | 'deleteIntegration'

export const appHandlers = (parts: AppParts & ImportParts & { list: AppList }): Pick<Handlers, Names> => ({
  listIntegrations: ({ query }, { caller }) => parts.list.list(mayRunActions(caller).on, query),
  getIntegration: ({ params }, { caller }) => getApp(parts, mayRunActions(caller).on, params.id),
  listIntegrationCategories: async ({ query }) =>
    listPage({ categories: parts.list.categories() }, 'categories', query),
  listIntegrationProviders: async ({ query }) => listPage({ providers: parts.list.providers() }, 'providers', query),
  getIntegrationStats: (_input, { caller }) => parts.list.stats(mayRunActions(caller).on),
  getIntegrationAction: ({ params }, { caller }) =>
    getAction(parts, mayRunActions(caller).on, params.integration, params.action),
  getIntegrationTrigger: ({ params }, { caller }) =>
    getTrigger(parts, mayRunActions(caller).on, params.integration, params.trigger),
  importIntegration: async ({ body }, { caller }) => {
    const grant = mayImportApps(caller)
    const { id, left_out } = await importApp(parts, grant, body)
    return { integration: await getApp(parts, grant.on, id), left_out: left_out.map((one) => ({ ...one })) }
  },
  deleteIntegration: ({ params, query }, { caller }) =>
    deleteImportedApp(parts.db, mayImportApps(caller), params.id, query.even_if_used),
})
