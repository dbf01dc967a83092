import { mayRunActions } from '#server/areas/connectors/actions/actions.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import type { AppList } from './app-list.ts'
import { type AppParts, getAction, getApp } from './apps.ts'

type Names =
  | 'listIntegrations'
  | 'getIntegration'
  | 'listIntegrationCategories'
  | 'listIntegrationProviders'
  | 'getIntegrationStats'
  | 'getIntegrationAction'

export const appHandlers = (parts: AppParts & { list: AppList }): Pick<Handlers, Names> => ({
  listIntegrations: ({ query }, { caller }) => parts.list.list(mayRunActions(caller).on, query),
  getIntegration: ({ params }, { caller }) => getApp(parts, mayRunActions(caller).on, params.id),
  listIntegrationCategories: async ({ query }) =>
    listPage({ categories: parts.list.categories() }, 'categories', query),
  listIntegrationProviders: async ({ query }) => listPage({ providers: parts.list.providers() }, 'providers', query),
  getIntegrationStats: (_input, { caller }) => parts.list.stats(mayRunActions(caller).on),
  getIntegrationAction: ({ params }, { caller }) =>
    getAction(parts, mayRunActions(caller).on, params.integration, params.action),
})
