/**
 * Measures the clause analyst. `node bench/clauses.ts` on the contracts written for the tests; with `--cuad FOLDER` also on the
 * CUAD contracts, `--half a` (patterns were widened on these), `--half b` (held out) or both. `--misses KIND` prints what was missed.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Analysis, analyse } from '#nodes/lib/legal/analyse.ts'
import { TRUTH } from '#nodes/lib/legal/fixtures/truth.ts'
import { DAY_MS } from '#shared/time.ts'
import { type CuadContract, QUESTIONS, readCuad } from './clauses/cuad.ts'

interface Span {
  start: number
  end: number
}

/** Found and marked passages of one kind, over all contracts. */
interface Tally {
  marked: number
  markedFound: number
  found: number
  foundRight: number
  contractsMarked: number
  contractsFound: number
  contractsRight: number
}

const empty = (): Tally => ({
  marked: 0,
  markedFound: 0,
  found: 0,
  foundRight: 0,
  contractsMarked: 0,
  contractsFound: 0,
  contractsRight: 0,
})

const { values } = parseArgs({
  options: { cuad: { type: 'string' }, half: { type: 'string' }, misses: { type: 'string' } },
})

const overlap = (a: Span, b: Span): number => Math.min(a.end, b.end) - Math.max(a.start, b.start)

/** A marked passage counts as found when a clause of its kind covers at least 30 % of it. */
function count(tally: Tally, found: readonly Span[], marked: readonly Span[]): Span[] {
  const missed = marked.filter((mark) => !found.some((span) => overlap(span, mark) > 0.3 * (mark.end - mark.start)))
  const right = found.filter((span) => marked.some((mark) => overlap(span, mark) > 0))
  tally.marked += marked.length
  tally.markedFound += marked.length - missed.length
  tally.found += found.length
  tally.foundRight += right.length
  tally.contractsMarked += marked.length > 0 ? 1 : 0
  tally.contractsFound += found.length > 0 ? 1 : 0
  tally.contractsRight += found.length > 0 && marked.length > 0 ? 1 : 0
  return missed
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(2)).padStart(5)

function print(title: string, tallies: ReadonlyMap<string, Tally>): void {
  const total = empty()
  console.log(`\n${title}\n${'kind'.padEnd(26)}passages: n, recall, precision | contracts: n, recall, precision`)
  const line = (kind: string, t: Tally): void =>
    console.log(
      `${kind.padEnd(26)}${String(t.marked).padStart(5)} ${share(t.markedFound, t.marked)} ${share(t.foundRight, t.found)} | ` +
        `${String(t.contractsMarked).padStart(4)} ${share(t.contractsRight, t.contractsMarked)} ${share(t.contractsRight, t.contractsFound)}`,
    )
  for (const [kind, tally] of [...tallies].sort()) {
    line(kind, tally)
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key]
  }
  line('all', total)
}

const tallyOf = (tallies: Map<string, Tally>, kind: string): Tally => {
  const tally = tallies.get(kind) ?? empty()
  tallies.set(kind, tally)
  return tally
}
const spansOf = (analysis: Analysis, kind: string): Span[] =>
  analysis.clauses.filter((clause) => clause.kind.kind === kind)

function measureFixtures(): void {
  const tallies = new Map<string, Tally>()
  for (const { file, clauses } of TRUTH) {
    const text = readFileSync(join(import.meta.dirname, '../src/nodes/lib/legal/fixtures', file), 'utf8')
    const analysis = analyse(text)
    const kinds = new Set([...clauses.map(([kind]) => kind), ...analysis.clauses.map((clause) => clause.kind.kind)])
    for (const kind of kinds) {
      const marked = clauses.flatMap(([name, words]) => {
        const start = text.indexOf(words)
        return name === kind ? [{ start, end: start + words.length }] : []
      })
      count(tallyOf(tallies, kind), spansOf(analysis, kind), marked)
    }
  }
  print('Contracts of the tests (the patterns were written with these at hand)', tallies)
}

/** Finds quotes whatever their white space and punctuation. */
function finder(text: string): (quote: string) => Span | null {
  const places: number[] = []
  let letters = ''
  for (const match of text.matchAll(/[a-z0-9]/gi)) {
    letters += match[0].toLowerCase()
    places.push(match.index)
  }
  return (quote) => {
    const wanted = quote
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 400)
    const at = wanted.length < 8 ? -1 : letters.indexOf(wanted)
    const start = places[at]
    const last = places[at + wanted.length - 1]
    return start === undefined || last === undefined ? null : { start, end: last + 1 }
  }
}

const same = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  if (x === undefined || y === undefined || x === '') return false
  return x === y || (Math.min(x.length, y.length) > 6 && (x.includes(y) || y.includes(x)))
}

/** Days count as found within one day for the expiry: some add a year, others end the day before. */
function datesFound({ dates }: CuadContract, analysis: Analysis): [asked: number, found: number] {
  let [asked, found] = [0, 0]
  for (const role of ['signing', 'effective', 'expiry'] as const) {
    const wanted = dates[role]
    if (wanted === null) continue
    asked++
    const slack = role === 'expiry' ? DAY_MS : 0
    const near = analysis.dates.some(
      (date) =>
        date.iso !== null &&
        (role === 'expiry' ? date.role === 'expiry' : date.role !== 'other') &&
        Math.abs(Date.parse(date.iso) - Date.parse(wanted)) <= slack,
    )
    if (near) found++
  }
  return [asked, found]
}

function measureCuad(title: string, contracts: readonly CuadContract[]): void {
  const tallies = new Map<string, Tally>()
  const sums = { parties: 0, partiesFound: 0, named: 0, namedRight: 0, dates: 0, datesFound: 0, ms: 0, chars: 0 }
  for (const contract of contracts) {
    const began = performance.now()
    const analysis = analyse(contract.text)
    sums.ms += performance.now() - began
    sums.chars += contract.text.length
    const find = finder(contract.text)
    for (const kind of Object.keys(QUESTIONS)) {
      const marked = (contract.quotes.get(kind) ?? []).flatMap((quote) => find(quote) ?? [])
      const missed = count(tallyOf(tallies, kind), spansOf(analysis, kind), marked)
      if (values.misses === kind)
        for (const { start, end } of missed) console.log(JSON.stringify(contract.text.slice(start, end).slice(0, 300)))
    }
    const wanted = contract.parties.filter((name) => name.length > 3)
    const names = analysis.parties.map((party) => party.name)
    sums.parties += wanted.length
    sums.partiesFound += wanted.filter((name) => names.some((other) => same(name, other))).length
    sums.named += names.length
    sums.namedRight += names.filter((name) => wanted.some((other) => same(name, other))).length
    const [asked, found] = datesFound(contract, analysis)
    sums.dates += asked
    sums.datesFound += found
  }
  print(`${title}: ${contracts.length} contracts`, tallies)
  console.log(
    `parties: recall ${share(sums.partiesFound, sums.parties)}, precision ${share(sums.namedRight, sums.named)}`,
  )
  console.log(
    `signing, effective and expiry dates: ${sums.datesFound} of ${sums.dates} (${share(sums.datesFound, sums.dates).trim()})`,
  )
  console.log(`${(sums.chars / 1_000_000).toFixed(1)} million characters in ${(sums.ms / 1_000).toFixed(1)} s`)
}

measureFixtures()
if (values.cuad !== undefined) {
  const contracts = readCuad(values.cuad)
  const half = (rest: number): CuadContract[] => contracts.filter((_, index) => index % 2 === rest)
  if (values.half !== 'b') measureCuad('CUAD, half a', half(1))
  if (values.half !== 'a') measureCuad('CUAD, half b, held out', half(0))
}
