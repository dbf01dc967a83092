/** Who may send events: everybody. That they agreed is asked where they are, and a browser that says no is heard. */
import type { Caller } from '#server/areas/core/caller.ts'
import { type Grant, mint } from '#server/areas/core/grant.ts'

export const maySendEvents = (caller: Caller): Grant<'analytics.send'> => mint('analytics.send', caller, null)
