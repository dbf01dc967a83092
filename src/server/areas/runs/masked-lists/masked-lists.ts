/** Masks the answers of lists where the data policy of the account says so (decision 0362). One place for all of them, and for every caller. */

import { AppError } from '#contract/core/errors.ts'
import { MASKED_LISTS, type MaskedList, type MaskedRows } from '#contract/endpoint-lists/masked-lists.ts'
import type { RevealQuery } from '#contract/runs/oversight/masks.ts'
import { masksLists } from '#server/areas/accounts/accounts.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findShown, maskAnswer } from './mask-answer.ts'
import { mayReveal } from './masked-lists.policy.ts'
import { checkReason, noteReveal } from './reveal.ts'

interface Deps {
  db: Database
  records: RunRecords
}

type List = (input: { query: RevealQuery }, context: { caller: Caller }) => unknown

const masked =
  ({ db, records }: Deps, name: MaskedList, list: List): List =>
  async (input, context) => {
    const { caller } = context
    if (caller.type !== 'user') return list(input, context)
    const { reveal, reason = null } = input.query
    if (reveal !== undefined) checkReason(input.query)
    const [masks, answer] = await Promise.all([masksLists(db, caller.id), list(input, context)])
    if (!masks) return answer
    const lists: readonly MaskedRows[] = MASKED_LISTS[name]
    if (reveal === undefined) return maskAnswer(answer, lists, null)
    const grant = await mayReveal(db, caller)
    const only = reveal === 'true' ? null : reveal
    const shown = findShown(answer, lists, only)
    if (only !== null && shown.rows.length === 0) throw new AppError('not_found')
    await noteReveal(db, records, grant, { list: name, reason, shown })
    return only === null ? answer : maskAnswer(answer, lists, only)
  }

/** The same handlers, with those of lists that mask. */
export function maskLists<H extends Record<MaskedList, unknown>>(deps: Deps, handlers: H): H {
  const names = Object.keys(MASKED_LISTS) as MaskedList[]
  const lists = names.map((name) => [name, masked(deps, name, handlers[name] as List)] as const)
  return { ...handlers, ...Object.fromEntries(lists) }
}
