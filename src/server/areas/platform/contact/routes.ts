import { languageOfCookies } from '#contract/core/languages.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { mayContact } from './contact.policy.ts'
import { type Office, writeToFirm } from './contact.ts'

export const contactHandlers = ({ db, office }: { db: Database; office: Office }): Pick<Handlers, 'contact'> => ({
  contact: ({ body }, context) =>
    writeToFirm(db, mayContact(context.caller), {
      message: body,
      sender: senderOf(context),
      office,
      language: languageOfCookies(context.client.cookie),
    }),
})
