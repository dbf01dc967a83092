import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import {
  type CredentialParts,
  createCredential,
  deleteCredential,
  listCredentials,
  testCredential,
  updateCredential,
} from './credentials.ts'

type Names = 'listCredentials' | 'createCredential' | 'updateCredential' | 'deleteCredential' | 'testCredential'

export const credentialHandlers = (db: Database, parts: CredentialParts): Pick<Handlers, Names> => ({
  listCredentials: async ({ query }, { caller }) =>
    listPage(await listCredentials(db, parts, mayManageOwnAccount(caller)), 'items', query),
  createCredential: async ({ body }, { caller }) => ({
    credential: await createCredential(db, parts, mayManageOwnAccount(caller), body),
  }),
  updateCredential: async ({ params, body }, { caller }) => ({
    credential: await updateCredential(db, parts, mayManageOwnAccount(caller), params.id, body),
  }),
  deleteCredential: ({ params, query }, { caller }) =>
    deleteCredential(db, mayManageOwnAccount(caller), params.id, query.even_if_used),
  testCredential: ({ params }, { caller }) => testCredential(db, parts, mayManageOwnAccount(caller), params.id),
})
