import type { Database } from '#server/database/database.ts'
import { mayContact } from '#server/domain/contact/contact.policy.ts'
import { type Office, writeToFirm } from '#server/domain/contact/contact.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { senderOf } from './sender.ts'

export const contactHandlers = ({ db, office }: { db: Database; office: Office }): Pick<Handlers, 'contact'> => ({
  contact: ({ body }, context) =>
    writeToFirm(db, mayContact(context.caller), { message: body, sender: senderOf(context), office }),
})
