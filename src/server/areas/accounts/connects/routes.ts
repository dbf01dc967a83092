import { ownAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { answerConnect, type ConnectParts, startConnect } from './connects.ts'

export const connectHandlers = (
  db: Database,
  parts: ConnectParts,
): Pick<Handlers, 'connectCredential' | 'answerConnect'> => ({
  connectCredential: ({ params }, { caller }) => startConnect(db, parts, ownAccount(caller), params.id),
  answerConnect: async ({ body }, { caller }) => ({ outcome: await answerConnect(db, parts, caller, body) }),
})
