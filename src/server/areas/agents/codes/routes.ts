import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { lookUpCodes, searchCodes } from './lookup.ts'

export const codeHandlers = (db: Database): Pick<Handlers, 'searchCodes' | 'lookUpCodes'> => ({
  searchCodes: async ({ params, query }, context) => ({
    codes: await searchCodes(db, { ...params, ...query, sender: senderOf(context) }),
  }),
  lookUpCodes: async ({ params, query }, context) => ({
    codes: await lookUpCodes(db, { ...params, ...query, sender: senderOf(context) }),
  }),
})
