/** Who may contact the operator: anyone. The rate limiter decides how often. */
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export const mayContact = (caller: Caller): Grant<'contact.write'> => mint('contact.write', caller, null)
