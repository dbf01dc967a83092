/** Words that people ask with and documents answer with, in groups: business and contract English. */
import { terms } from '#nodes/lib/retrieval/tokens.ts'

const GROUPS = [
  'landlord lessor',
  'tenant lessee',
  'start begin commence effective',
  'end expire expiry expiration ending finish',
  'terminate cancel stop end quit leave',
  'change modify amend vary revise',
  'cost fee price charge charges rent rate',
  'pay paid payable payment',
  'own owner owns vest property title belong',
  'sublet sublease assign',
  'law governed governing',
  'court jurisdiction',
  'employee staff personnel worker',
  'buyer purchaser customer client',
  'seller vendor supplier provider',
  'salary wage remuneration compensation ctc',
  'penalty damages fine',
  'late overdue delayed',
  'secret confidential confidentiality',
  'renew renewal extend extension',
  'duration term period length long',
  'availability uptime',
  'promise warrant warranty guarantee commit',
  'limit limited cap capped limitation unlimited exceed',
  'compete competing competitor non-compete',
  'dispute disagreement arbitration',
  'doctor physician surgeon',
  'illness disease condition diagnosis',
  'medicine drug medication',
  'sale sales revenue turnover',
  'profit margin earnings',
  'satisfied satisfaction',
  'budget cost price crore lakh',
  'sign signed executed',
] as const

const TABLE = new Map<string, Set<string>>()
for (const group of GROUPS) {
  const stems = terms(group)
  for (const stem of stems) TABLE.set(stem, new Set([...(TABLE.get(stem) ?? []), ...stems]))
}

/** The other stems that may stand for a stem. */
export const synonymsOf = (stem: string): string[] => [...(TABLE.get(stem) ?? [])].filter((other) => other !== stem)
