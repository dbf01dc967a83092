import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayManageOwnAccount } from './users.policy.ts'
import { getOwnUser } from './users.ts'

export const userHandlers = (db: Database): Pick<Handlers, 'getMe'> => ({
  getMe: (_input, { caller }) => getOwnUser(db, mayManageOwnAccount(caller)),
})
