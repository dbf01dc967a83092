/** Who may write to the firm: everybody. How often is the throttle's to say. */
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'

export const mayContact = (caller: Caller): Grant<'contact.write'> => mint('contact.write', caller, null)
