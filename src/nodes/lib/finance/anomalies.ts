/** What stands out in a list of sums, each with the reason in words. */
import { DAY_MS } from '#shared/time.ts'
import { rupees } from './money.ts'

export interface Item {
  index: number
  amount: number
  /** Compared with others of its group only. */
  group: string
  date: string | null
  label: string
}

export const ANOMALIES = ['outlier', 'duplicate', 'round'] as const

export interface Anomaly {
  index: number
  kind: (typeof ANOMALIES)[number]
  severity: 'low' | 'medium' | 'high'
  reason: string
  /** Other items it is about. */
  with: number[]
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** @param values sorted; linear interpolation between neighbours (type 7 of Hyndman and Fan 1996) */
export function quantile(values: readonly number[], share: number): number {
  const at = (values.length - 1) * share
  const low = values[Math.floor(at)] ?? 0
  return low + ((values[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at))
}

/** Fewer members of a group say nothing of what is usual. */
const LEAST_GROUP = 8

/** 0.6745 (x − median) / MAD; above 3.5 is an outlier (Iglewicz and Hoaglin, "How to detect and handle outliers", 1993). Without spread by Tukey's fences. */
function outliers(items: readonly Item[], threshold: number): Anomaly[] {
  const groups = Map.groupBy(items, ({ group, amount }) => `${group}${amount < 0 ? '-' : '+'}`)
  return [...groups.values()].flatMap((group) => {
    if (group.length < LEAST_GROUP) return []
    const sizes = sorted(group.map(({ amount }) => Math.abs(amount)))
    const middle = quantile(sizes, 0.5)
    const spread = quantile(sorted(sizes.map((size) => Math.abs(size - middle))), 0.5)
    const [q1, q3] = [quantile(sizes, 0.25), quantile(sizes, 0.75)]
    const upper = q3 + 1.5 * (q3 - q1)
    return group.flatMap(({ index, amount, group: name }): Anomaly[] => {
      const size = Math.abs(amount)
      const score =
        spread > 0 ? (0.6745 * (size - middle)) / spread : size > Math.max(upper, 2 * middle) ? threshold * 2 : 0
      if (score <= threshold || size <= upper) return []
      const times =
        middle > 0 ? ` ${Math.round((size / middle) * 10) / 10} times the usual ${rupees(Math.round(middle))}` : ''
      return [
        {
          index,
          kind: 'outlier',
          severity: score > 2 * threshold ? 'high' : 'medium',
          reason: `${rupees(amount)} is${times}${name === '' ? '' : ` in ${name.replaceAll('_', ' ')}`} (robust score ${Math.round(score * 10) / 10}).`,
          with: [],
        },
      ]
    })
  })
}

/** The same sum to the same party within some days. */
function duplicates(items: readonly Item[], days: number): Anomaly[] {
  const groups = Map.groupBy(
    items.filter(({ amount }) => amount !== 0),
    ({ amount, label }) =>
      `${amount}:${label
        .toLowerCase()
        .replace(/\d{4,}/g, '')
        .replace(/\W+/g, ' ')
        .trim()}`,
  )
  return [...groups.values()].flatMap((group) => {
    const ordered = group.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '') || a.index - b.index)
    return ordered.slice(1).flatMap((one, at): Anomaly[] => {
      const before = ordered[at]
      if (before === undefined) return []
      const apart =
        one.date === null || before.date === null
          ? 0
          : Math.round((Date.parse(one.date) - Date.parse(before.date)) / DAY_MS)
      if (!(apart <= days)) return []
      const when = apart === 0 ? 'on the same day' : `${apart} ${apart === 1 ? 'day' : 'days'} apart`
      return [
        {
          index: one.index,
          kind: 'duplicate',
          severity: 'high',
          reason: `${rupees(one.amount)} with the same words ${when}: perhaps paid twice.`,
          with: [before.index],
        },
      ]
    })
  })
}

/** Round sums are common in cash and rare in invoices: worth a look only where most others are not round. */
function round(items: readonly Item[], from: number): Anomaly[] {
  const isRound = ({ amount }: Item): boolean => Math.abs(amount) >= from && amount % 1_000_000 === 0
  const found = items.filter(isRound)
  if (items.length < 20 || found.length > items.length * 0.15) return []
  return found.map(({ index, amount }) => ({
    index,
    kind: 'round',
    severity: 'low',
    reason: `${rupees(amount)} is a round sum among sums that are not.`,
    with: [],
  }))
}

export interface Benford {
  count: number
  /** Share of each first digit from 1 to 9, found and expected. */
  digits: { digit: number; found: number; expected: number }[]
  /** Mean absolute deviation; its bounds are M. Nigrini's ("Benford's Law", 2012): 0.006, 0.012, 0.015. */
  deviation: number
  reading: 'close' | 'acceptable' | 'marginal' | 'not conforming'
}

const LEAST_BENFORD = 100

/** First digits against Benford's law; null below a hundred sums, where they say nothing. */
export function benford(amounts: readonly number[]): Benford | null {
  const firsts = amounts.filter((amount) => amount !== 0).map((amount) => Number(String(Math.abs(amount))[0]))
  if (firsts.length < LEAST_BENFORD) return null
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => ({
    digit,
    found: firsts.filter((first) => first === digit).length / firsts.length,
    expected: Math.log10(1 + 1 / digit),
  }))
  const deviation = digits.reduce((sum, { found, expected }) => sum + Math.abs(found - expected), 0) / 9
  const reading =
    deviation < 0.006 ? 'close' : deviation < 0.012 ? 'acceptable' : deviation < 0.015 ? 'marginal' : 'not conforming'
  const round4 = (value: number): number => Math.round(value * 10_000) / 10_000
  return {
    count: firsts.length,
    digits: digits.map((one) => ({ digit: one.digit, found: round4(one.found), expected: round4(one.expected) })),
    deviation: round4(deviation),
    reading,
  }
}

export interface Options {
  kinds: readonly Anomaly['kind'][]
  threshold: number
  days: number
  round_from_paise: number
}

/** The worst first. O(n log n). */
export function anomalies(items: readonly Item[], options: Options): Anomaly[] {
  const found = [
    ...(options.kinds.includes('duplicate') ? duplicates(items, options.days) : []),
    ...(options.kinds.includes('outlier') ? outliers(items, options.threshold) : []),
    ...(options.kinds.includes('round') ? round(items, options.round_from_paise) : []),
  ]
  const rank = { high: 0, medium: 1, low: 2 }
  return found.sort((a, b) => rank[a.severity] - rank[b.severity] || a.index - b.index)
}
