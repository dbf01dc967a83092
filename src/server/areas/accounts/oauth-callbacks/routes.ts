import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { finishOAuthConnect, type OAuthCallbackDeps, startOAuthConnect } from './oauth-callbacks.ts'

export const oauthCallbackHandlers = (
  db: Database,
  parts: OAuthCallbackDeps,
): Pick<Handlers, 'connectCredential' | 'answerConnect'> => ({
  connectCredential: ({ params }, { caller }) => startOAuthConnect(db, parts, mayManageOwnAccount(caller), params.id),
  answerConnect: async ({ body }, { caller }) => ({ outcome: await finishOAuthConnect(db, parts, caller, body) }),
})
