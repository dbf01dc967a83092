/** A list as a file obeys the rule of the list. */
import type { UserId } from '#contract/core/primitives.ts'
import type { RevealQuery } from '#contract/runs/oversight/masks.ts'
import { masksLists } from '#server/areas/accounts/accounts.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { maskText } from './mask-texts.ts'
import { mayReveal } from './masked-lists.policy.ts'
import { checkReason, noteRevealed } from './reveal.ts'

export interface MaskedExport {
  /** @param label the name of the value */
  hide(text: string, label?: string): string
  /** Why personal data is in it; null where it isn’t, and where nothing is masked. */
  reason: string | null
}

const asItIs = (text: string): string => text

/** What is asked for is recorded before anything is sent. @throws invalid_input without a reason, forbidden */
export async function prepareExport(
  db: Queryable,
  { by, on }: Grant<string, UserId>,
  { reveal, reason }: RevealQuery,
  of: { list: string; id: string },
): Promise<MaskedExport> {
  if (!(await masksLists(db, on))) return { hide: asItIs, reason: null }
  if (reveal === undefined) return { hide: maskText, reason: null }
  checkReason({ reveal, reason })
  await noteRevealed(db, await mayReveal(db, by), { list: of.list, reason: reason ?? null, ids: [of.id] })
  return { hide: asItIs, reason: reason ?? null }
}
