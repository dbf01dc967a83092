/** Which decisions count, and which a person may see: a second reader decides without seeing the first reading. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Reading } from '#contract/runs/decision-values.ts'
import type { DecisionRow } from './decisions.store.ts'

export type Newest = ReadonlyMap<string, DecisionRow>

const ofReading = (rows: readonly DecisionRow[], reading: Reading): Newest =>
  new Map(rows.filter((row) => row.reading === reading).map((row) => [row.finding, row]))

export const saysTheSame = (
  a: Pick<DecisionRow, 'verdict' | 'value'> | undefined,
  b: Pick<DecisionRow, 'verdict' | 'value'> | undefined,
): boolean => (a?.verdict ?? null) === (b?.verdict ?? null) && (a?.value ?? null) === (b?.value ?? null)

export interface Difference {
  id: string
  first: DecisionRow | null
  second: DecisionRow | null
}

/** What the two readings come to: where they agree, and what was settled where they don't. */
function settle(rows: readonly DecisionRow[]): { counted: Newest; differing: Difference[] } {
  const [first, second, final] = (['first', 'second', 'final'] as const).map((reading) => ofReading(rows, reading))
  const counted = new Map<string, DecisionRow>(final)
  const differing: Difference[] = []
  for (const id of new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])) {
    if (counted.has(id)) continue
    const [a, b] = [first?.get(id), second?.get(id)]
    if (!saysTheSame(a, b)) differing.push({ id, first: a ?? null, second: b ?? null })
    else if (b ?? a) counted.set(id, (b ?? a) as DecisionRow)
  }
  return { counted, differing }
}

/** @param reading whose decisions are meant; of the final one what the two others come to */
export const countedIn = (
  rows: readonly DecisionRow[],
  reading: Reading,
): { counted: Newest; differing: readonly Difference[] } =>
  reading === 'final' ? settle(rows) : { counted: ofReading(rows, reading), differing: [] }

export const decidedIn = (counted: Newest): number =>
  [...counted.values()].filter(({ verdict }) => verdict !== null).length

/**
 * The reading that a person sees. While the second one is under way, that of the first reader is theirs alone.
 * @param firstReaders who decided something in the first reading, or finished it
 */
export const readingSeenBy = (
  person: UserId | null,
  reading: Reading,
  firstReaders: readonly (UserId | null)[],
): Reading => (reading === 'second' && firstReaders.includes(person) ? 'first' : reading)
