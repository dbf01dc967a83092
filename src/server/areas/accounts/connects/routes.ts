import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { answerConnect, type ConnectParts } from './connects.ts'

export const connectHandlers = (db: Database, parts: ConnectParts): Pick<Handlers, 'answerConnect'> => ({
  answerConnect: async ({ body }, { caller }) => ({ outcome: await answerConnect(db, parts, caller, body) }),
})
