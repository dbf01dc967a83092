/** Offers of `complete.ts` as the editor takes them. */

import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { t } from '#web/lib/language.ts'
import type { Offer, Offers, Scope } from './complete.ts'

type Find = (text: string, caret: number, scope: Scope, asked: boolean) => Offers | null

/** Names before functions; what is alike in the order it came. */
const BOOST: Readonly<Record<Offer['kind'], number>> = { field: 30, variable: 20, node: 20, function: 0 }

const shown = ({ label, apply, detail, help, kind }: Offer, index: number): Completion => ({
  label,
  ...(apply !== undefined && { apply }),
  detail,
  ...(help && { info: t(help) }),
  type: kind,
  boost: BOOST[kind] - Math.min(index, 19) / 20,
})

export const completionSource =
  (scope: () => Scope | null, find: Find): CompletionSource =>
  ({ state, pos, explicit }) => {
    const known = scope()
    const found = known && find(state.doc.toString(), pos, known, explicit)
    return found ? { from: found.from, options: found.offers.map(shown), validFor: /^[$\w`]*$/ } : null
  }
