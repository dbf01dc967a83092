/** Who may send events: everybody. That they agreed is asked where they are, and a browser that says no is heard. */
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'

export const maySendEvents = (caller: Caller): Grant<'analytics.send'> => mint('analytics.send', caller, null)
