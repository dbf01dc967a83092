import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { mayConnectAssistant } from './assistants.policy.ts'
import { disconnectAssistant, listAssistants } from './assistants.ts'
import { type AuthorizationParts, connectAssistant, describeAssistantRequest } from './authorization.ts'

export type AssistantNames = 'listAssistants' | 'getAssistantRequest' | 'connectAssistant' | 'disconnectAssistant'

export const assistantHandlers = (parts: AuthorizationParts): Pick<Handlers, AssistantNames> => ({
  listAssistants: async ({ query }, { caller }) =>
    listPage(await listAssistants(parts, mayManageOwnAccount(caller)), 'items', query),
  getAssistantRequest: ({ query }, { caller }) =>
    describeAssistantRequest(parts, mayConnectAssistant(caller), query.request),
  connectAssistant: ({ body }, { caller }) => connectAssistant(parts, mayConnectAssistant(caller), body),
  disconnectAssistant: ({ params }, { caller }) =>
    disconnectAssistant(parts.db, mayManageOwnAccount(caller), params.id),
})
