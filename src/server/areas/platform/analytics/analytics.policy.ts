/** Who may send events: anyone. Consent is checked where they are counted, and a browser's opt-out is respected. */
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export const maySendEvents = (caller: Caller): Grant<'analytics.send'> => mint('analytics.send', caller, null)
