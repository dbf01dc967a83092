/** The sessions of an account, and what only their holder may do. */
import { z } from 'zod'
import { Session } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Accounts, AuthClient } from '#server/gateways/identity.ts'
import { requireHolder } from './holder.ts'
import type { Parts } from './parts.ts'
import { accountOf, ProviderSession, SessionAnswer } from './provider-call.ts'
import { forgetTrustedBrowsers } from './two-factor.store.ts'

type SessionVerbs =
  | 'signOut'
  | 'session'
  | 'token'
  | 'sessions'
  | 'revokeSession'
  | 'revokeSessions'
  | 'revokeOtherSessions'

export function createSessions({ call, options }: Parts): Pick<Accounts, SessionVerbs> {
  const current = async (client: AuthClient) => {
    const { body, cookies } = await call('GET', '/get-session', client)
    return { found: SessionAnswer.parse(body), cookies }
  }
  const required = (client: AuthClient) => requireHolder(call, client)
  const list = async (client: AuthClient) =>
    z.array(ProviderSession).parse((await call('GET', '/list-sessions', client)).body)
  const run = async (path: string, client: AuthClient, body: object = {}) => {
    const { cookies } = await call('POST', path, client, body)
    return { data: null, cookies }
  }
  return {
    signOut: (client) => run('/sign-out', client),
    async session(client) {
      const { found, cookies } = await current(client)
      return { data: found && accountOf(found.user), cookies }
    },
    async token(client) {
      const { body, cookies } = await call('GET', '/token', client)
      return { data: z.object({ token: z.string() }).parse(body).token, cookies }
    },
    async sessions(client) {
      const { session } = await required(client)
      // The secret token of a session stays here: a page that could read it could keep it.
      const data = (await list(client)).map((s) =>
        Session.parse({
          id: s.id,
          created_at: new Date(s.createdAt).toISOString(),
          expires_at: new Date(s.expiresAt).toISOString(),
          ip: s.ipAddress || null,
          user_agent: s.userAgent || null,
          current: s.id === session.id,
        }),
      )
      return { data, cookies: [] }
    },
    async revokeSession(id, client) {
      const wanted = (await list(client)).find((session) => session.id === id)
      if (!wanted) throw new AppError('not_found')
      return run('/revoke-session', client, { token: wanted.token })
    },
    revokeSessions: (client) => run('/revoke-sessions', client),
    async revokeOtherSessions(client) {
      const { user } = await required(client)
      const done = await run('/revoke-other-sessions', client)
      await options.transact((tx) => forgetTrustedBrowsers(tx, user.id))
      return done
    },
  }
}
