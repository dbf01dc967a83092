/** Who may send events: everybody. That they agreed is asked where they are, and a browser that says no is heard. */
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export const maySendEvents = (caller: Caller): Grant<'analytics.send'> => mint('analytics.send', caller, null)
