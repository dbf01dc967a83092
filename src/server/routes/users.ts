import type { Database } from '#server/database/database.ts'
import { ownAccount } from '#server/domain/users/users.policy.ts'
import { getOwnUser } from '#server/domain/users/users.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const userHandlers = (db: Database): Pick<Handlers, 'getMe'> => ({
  getMe: (_input, { caller }) => getOwnUser(db, ownAccount(caller)),
})
