import type { Database } from '#server/database/database.ts'
import { answerConnect, type ConnectParts } from '#server/domain/connects/connects.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const connectHandlers = (db: Database, parts: ConnectParts): Pick<Handlers, 'answerConnect'> => ({
  answerConnect: async ({ body }, { caller }) => ({ outcome: await answerConnect(db, parts, caller, body) }),
})
