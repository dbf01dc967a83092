/** What a bench says in words: no more than its figures do. Pure. */
import type { Bench, BenchFigures, BenchRun, BenchSummary } from '#contract/agents/benches.ts'
import { formatDuration, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export function statusText({
  status,
  runs,
  ended,
  deleted_at,
}: Pick<BenchSummary, 'status' | 'runs' | 'ended' | 'deleted_at'>): string {
  if (status === 'draft') return t('Not started')
  if (status === 'running') return t('{ended} of {runs} done', { ended, runs })
  if (deleted_at !== null) return t('Figures only')
  return status === 'done' ? t('Done') : t('Cancelled')
}

/** `8 of 10 (49–94%)`, or that nothing is judged. */
export function rightText({ judged, right, low, high }: BenchFigures): string {
  if (judged === 0 || low === null || high === null) return t('Not scored')
  // Whole per cents: few cases do not carry more.
  const range = `${Math.round(low * 100)}–${Math.round(high * 100)}%`
  return t('{right} of {judged} ({range})', { right, judged, range })
}

/** The chance of a split of coin tosses at least as uneven as this one: the exact sign test, two-sided. */
export function signTestChance(more: number, fewer: number): number {
  const n = more + fewer
  if (n === 0) return 1
  let tail = 0
  let ways = 1
  for (let k = 0; k <= Math.min(more, fewer); k++) {
    tail += ways
    ways = (ways * (n - k)) / (k + 1)
  }
  return Math.min(1, (2 * tail) / 2 ** n)
}

const CERTAIN = 0.05

/** On the same cases: how often the one was right where the other was not. */
function differs(runs: readonly BenchRun[], a: number, b: number): boolean {
  const right = (agent: number, one: number) => runs.find((run) => run.agent === agent && run.case === one)?.right
  const cases = [...new Set(runs.map((run) => run.case))]
  const more = cases.filter((one) => right(a, one) === true && right(b, one) === false).length
  const fewer = cases.filter((one) => right(a, one) === false && right(b, one) === true).length
  return signTestChance(more, fewer) < CERTAIN
}

const named = (bench: Pick<Bench, 'agents'>, places: readonly BenchFigures[]): string =>
  places.map(({ agent }) => bench.agents[agent]?.name ?? '').join(', ')

/** All that share the lowest value; none where it says nothing. */
function lowest(figures: readonly BenchFigures[], value: (one: BenchFigures) => number | null): BenchFigures[] {
  const known = figures.filter((one) => value(one) !== null)
  const best = Math.min(...known.map((one) => value(one) ?? 0))
  const first = known.filter((one) => value(one) === best)
  return known.length < 2 || first.length === known.length ? [] : first
}

/** Sentences about which agent did best, each only where there is a difference. */
export function describeVerdicts(bench: Pick<Bench, 'agents' | 'figures' | 'runs'>): string[] {
  const { figures, runs } = bench
  const judged = figures.filter(({ judged }) => judged > 0)
  const said: string[] = []
  const accurate = lowest(judged, (one) => -one.right / one.judged)
  const [first] = accurate
  if (judged.length > 1 && accurate.length === 0) said.push(t('They were equally accurate.'))
  if (first) {
    const names = named(bench, accurate)
    const others = judged.filter((one) => !accurate.includes(one))
    const certain = accurate.length === 1 && others.every((other) => differs(runs, first.agent, other.agent))
    const figure = { names, right: first.right, judged: first.judged }
    said.push(
      certain
        ? t('{names}: most accurate, {right} of {judged}. The difference is more than chance on these cases.', figure)
        : t('{names}: most accurate, {right} of {judged}. With so few cases, the difference may be chance.', figure),
    )
  }
  const cheap = lowest(figures, (one) => one.case_paise)
  if (cheap[0])
    said.push(
      t('{names}: cheapest, {price} per case.', {
        names: named(bench, cheap),
        price: formatPaise(cheap[0].case_paise ?? 0),
      }),
    )
  const quick = lowest(figures, (one) => one.median_ms)
  if (quick[0])
    said.push(
      t('{names}: fastest, {time} median.', {
        names: named(bench, quick),
        time: formatDuration(quick[0].median_ms ?? 0),
      }),
    )
  return said
}
