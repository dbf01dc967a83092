import { ownAccount } from '#server/areas/accounts/users/users.policy.ts'
import { listPage } from '#server/areas/core/page.ts'
import type { Database } from '#server/database/database.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

type Names = 'listApiKeys' | 'createApiKey' | 'revokeApiKey'

export const apiKeyHandlers = (db: Database): Pick<Handlers, Names> => ({
  listApiKeys: async ({ query }, { caller }) => listPage(await listApiKeys(db, ownAccount(caller)), 'items', query),
  createApiKey: ({ body }, { caller }) => createApiKey(db, ownAccount(caller), body),
  revokeApiKey: ({ params }, { caller }) => revokeApiKey(db, ownAccount(caller), params.id),
})
