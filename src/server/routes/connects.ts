import type { Database } from '#server/database/database.ts'
import { answerConnect } from '#server/domain/connects/connects.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const connectHandlers = (db: Database): Pick<Handlers, 'answerConnect'> => ({
  answerConnect: async ({ body }, { caller }) => ({ outcome: await answerConnect(db, caller, body) }),
})
