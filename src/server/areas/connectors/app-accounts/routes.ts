import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { type AccountParts, createAccount, replaceAccount, testAccount } from './app-accounts.ts'

type Names = 'createAppAccount' | 'replaceAppAccount' | 'testAppAccount'

export const appAccountHandlers = (parts: AccountParts): Pick<Handlers, Names> => ({
  createAppAccount: async ({ params, body }, { caller }) => ({
    account: await createAccount(parts, mayManageOwnAccount(caller), params.id, body),
  }),
  replaceAppAccount: async ({ params, body }, { caller }) => ({
    account: await replaceAccount(parts, mayManageOwnAccount(caller), { ...params, body }),
  }),
  testAppAccount: ({ params }, { caller, signal }) => testAccount(parts, mayManageOwnAccount(caller), params, signal),
})
