import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { shellCookieFor } from './shell-cookie.ts'
import { mayManageOwnAccount } from './users.policy.ts'
import { getOwnUser } from './users.ts'

export interface UserParts {
  db: Database
  /** Signs the cookie of the shell. */
  secret: string
  /** Where browsers reach us; empty for addresses that are paths. */
  publicUrl: string
}

export const userHandlers = ({ db, secret, publicUrl }: UserParts): Pick<Handlers, 'getMe'> => ({
  getMe: async (_input, context) => {
    const { caller, client } = context
    const user = await getOwnUser(db, mayManageOwnAccount(caller))
    const cookie = shellCookieFor({ secret, isSecure: publicUrl.startsWith('https:') }, caller, client.cookie)
    if (cookie !== null) context.setCookies([cookie])
    return user
  },
})
