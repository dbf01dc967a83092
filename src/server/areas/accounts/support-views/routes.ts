import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listSupportViews } from './support-views.ts'

export const supportViewHandlers = (db: Database): Pick<Handlers, 'listSupportViews'> => ({
  listSupportViews: ({ query }, { caller }) => listSupportViews(db, mayManageOwnAccount(caller), query),
})
