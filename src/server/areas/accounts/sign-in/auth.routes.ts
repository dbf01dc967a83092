import { AppError } from '#contract/core/errors.ts'
import { languageOfCookies } from '#contract/core/languages.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { getOwnUser, meetOwnUser, updateProfile } from '#server/areas/accounts/users/users.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { createAccountRunner } from './asking.routes.ts'

type ProfileNames = 'verifyToken' | 'getProfile' | 'updateProfile' | 'testAuth'

/** Whether the browser is that of the person whose account it is: no key, no workspace, no admin who looks. */
const isPersonHere = (caller: Caller): boolean =>
  caller.type === 'user' && !caller.api_key && !caller.workspace && !caller.viewed_by

export const authHandlers = (db: Database): Pick<Handlers, ProfileNames> => ({
  verifyToken: async (_input, { caller, client }) => ({
    valid: true,
    user: await meetOwnUser(
      db,
      mayManageOwnAccount(caller),
      isPersonHere(caller) ? languageOfCookies(client.cookie) : null,
    ),
  }),
  getProfile: (_input, { caller }) => getOwnUser(db, mayManageOwnAccount(caller)),
  updateProfile: ({ body }, { caller }) => updateProfile(db, mayManageOwnAccount(caller), body),
  testAuth: (_input, { caller }) =>
    caller.type === 'user' ? { authenticated: true, role: caller.role } : { authenticated: false, role: null },
})

type AccountNames =
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'getSession'
  | 'getToken'
  | 'getKeys'
  | 'listSessions'
  | 'revokeSession'
  | 'revokeSessions'
  | 'revokeOtherSessions'
  | 'changePassword'
  | 'requestReset'
  | 'resetPassword'
  | 'requestVerification'
  | 'verifyEmail'
  | 'changeEmail'

/** The embedded provider's endpoints; with another provider there is nothing behind them (404). */
export function accountHandlers({ accounts }: Pick<IdentityProvider, 'accounts'>): Pick<Handlers, AccountNames> {
  const { ask, done } = createAccountRunner(accounts)
  return {
    signUp: ({ body }, context) => done(context, (a) => a.signUp(body, context.client)),
    signIn: ({ body }, context) => ask(context, (a) => a.signIn(body, context.client)),
    signOut: (_input, context) => done(context, (a) => a.signOut(context.client)),
    getSession: async (_input, context) => ({ account: await ask(context, (a) => a.session(context.client)) }),
    getToken: async (_input, context) => ({ token: await ask(context, (a) => a.token(context.client)) }),
    getKeys: () => {
      if (!accounts) throw new AppError('not_found')
      return accounts.jwks()
    },
    listSessions: async ({ query }, context) =>
      listPage({ sessions: await ask(context, (a) => a.sessions(context.client)) }, 'sessions', query),
    revokeSession: ({ body }, context) => done(context, (a) => a.revokeSession(body.id, context.client)),
    revokeSessions: (_input, context) => done(context, (a) => a.revokeSessions(context.client)),
    revokeOtherSessions: (_input, context) => done(context, (a) => a.revokeOtherSessions(context.client)),
    changePassword: ({ body }, context) => done(context, (a) => a.changePassword(body, context.client)),
    requestReset: ({ body }, context) => done(context, (a) => a.requestReset(body.email, context.client)),
    resetPassword: ({ body }, context) => done(context, (a) => a.resetPassword(body, context.client)),
    requestVerification: (_input, context) => done(context, (a) => a.requestVerification(context.client)),
    verifyEmail: ({ body }, context) => ask(context, (a) => a.verifyEmail(body.token, context.client)),
    changeEmail: ({ body }, context) => done(context, (a) => a.changeEmail(body, context.client)),
  }
}
