import type { Database } from '#server/database/database.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#server/domain/api-keys/api-keys.ts'
import { listPage } from '#server/domain/page.ts'
import { ownAccount } from '#server/domain/users/users.policy.ts'
import type { Handlers } from '#server/http/handlers.ts'

type Names = 'listApiKeys' | 'createApiKey' | 'revokeApiKey'

export const apiKeyHandlers = (db: Database): Pick<Handlers, Names> => ({
  listApiKeys: async ({ query }, { caller }) => listPage(await listApiKeys(db, ownAccount(caller)), 'items', query),
  createApiKey: ({ body }, { caller }) => createApiKey(db, ownAccount(caller), body),
  revokeApiKey: ({ params }, { caller }) => revokeApiKey(db, ownAccount(caller), params.id),
})
