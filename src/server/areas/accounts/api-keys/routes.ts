import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

type Names = 'listApiKeys' | 'createApiKey' | 'revokeApiKey'

export const apiKeyHandlers = (db: Database): Pick<Handlers, Names> => ({
  listApiKeys: async ({ query }, { caller }) =>
    listPage(await listApiKeys(db, mayManageOwnAccount(caller)), 'items', query),
  createApiKey: ({ body }, { caller }) => createApiKey(db, mayManageOwnAccount(caller), body),
  revokeApiKey: ({ params }, { caller }) => revokeApiKey(db, mayManageOwnAccount(caller), params.id),
})
