/** Matching two lists of payments: the same reference, then the same sum near in time, then several that make one. */

export interface Entry {
  index: number
  amount: number
  /** Days since 1970; null without a date. */
  day: number | null
  reference: string | null
  words: ReadonlySet<string>
}

export interface Match {
  left: number[]
  right: number[]
  by: 'reference' | 'amount_and_date' | 'amount_and_words' | 'sum_of_several'
  /** Left minus right, whole paise. */
  difference: number
  days: number | null
}

interface Options {
  tolerance: number
  days: number
}

const near = (a: Entry, b: Entry, { tolerance }: Options): boolean => Math.abs(a.amount - b.amount) <= tolerance
const apart = (a: Entry, b: Entry): number | null => (a.day === null || b.day === null ? null : Math.abs(a.day - b.day))

/** Share of common words, against chance matches of equal sums. */
function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let count = 0
  for (const word of a) if (b.has(word)) count++
  return count / Math.min(a.size, b.size)
}

/** Entries of a list by their sum, so that those within the tolerance are found by halving. */
function bySum(entries: readonly Entry[]) {
  const list = entries.toSorted((a, b) => a.amount - b.amount)
  return (from: number, to: number): Entry[] => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((list[middle]?.amount ?? 0) < from) low = middle + 1
      else high = middle
    }
    const out: Entry[] = []
    for (let at = low; at < list.length && (list[at]?.amount ?? Infinity) <= to; at++) out.push(list[at] as Entry)
    return out
  }
}

const MOST_SEVERAL = 40

/** Two or three entries of `others` that make the sum of `one`, nearest in time first. */
function several(one: Entry, others: readonly Entry[], { tolerance, days }: Options): Entry[] | null {
  const pool = others
    .filter(
      (other) =>
        Math.sign(other.amount) === Math.sign(one.amount) &&
        Math.abs(other.amount) < Math.abs(one.amount) &&
        (apart(one, other) ?? 0) <= days,
    )
    .slice(0, MOST_SEVERAL)
  for (const [i, a] of pool.entries())
    for (const [j, b] of pool.slice(i + 1).entries()) {
      if (Math.abs(a.amount + b.amount - one.amount) <= tolerance) return [a, b]
      for (const c of pool.slice(i + j + 2))
        if (Math.abs(a.amount + b.amount + c.amount - one.amount) <= tolerance) return [a, b, c]
    }
  return null
}

/** Matches in the order of the left list; every entry once. */
export function match(left: readonly Entry[], right: readonly Entry[], options: Options): Match[] {
  const free = { left: new Set(left), right: new Set(right) }
  const found: Match[] = []
  const take = (some: readonly Entry[], others: readonly Entry[], by: Match['by']): void => {
    for (const one of some) free.left.delete(one)
    for (const one of others) free.right.delete(one)
    const sum = (list: readonly Entry[]): number => list.reduce((total, { amount }) => total + amount, 0)
    const [first, other] = [some[0], others[0]]
    found.push({
      left: some.map(({ index }) => index),
      right: others.map(({ index }) => index),
      by,
      difference: sum(some) - sum(others),
      days: first === undefined || other === undefined ? null : apart(first, other),
    })
  }
  const references = new Map(right.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const])))
  for (const one of left) {
    const other = one.reference === null ? undefined : references.get(one.reference)
    if (other !== undefined && free.right.has(other)) take([one], [other], 'reference')
  }
  const within = bySum(right)
  for (const byWords of [true, false]) {
    for (const one of [...free.left]) {
      const candidates = within(one.amount - options.tolerance, one.amount + options.tolerance)
        .filter(
          (other) => free.right.has(other) && near(one, other, options) && (apart(one, other) ?? 0) <= options.days,
        )
        .map((other) => ({ other, likeness: common(one.words, other.words), days: apart(one, other) ?? 0 }))
        .filter(({ likeness }) => !byWords || likeness >= 0.5)
        .sort((a, b) => b.likeness - a.likeness || a.days - b.days)
      const [best] = candidates
      if (best !== undefined) take([one], [best.other], byWords ? 'amount_and_words' : 'amount_and_date')
    }
  }
  for (const one of [...free.left]) {
    const parts = several(one, [...free.right], options)
    if (parts !== null) take([one], parts, 'sum_of_several')
  }
  for (const one of [...free.right]) {
    const parts = several(one, [...free.left], options)
    if (parts !== null) take(parts, [one], 'sum_of_several')
  }
  return found.sort((a, b) => (a.left[0] ?? 0) - (b.left[0] ?? 0))
}
