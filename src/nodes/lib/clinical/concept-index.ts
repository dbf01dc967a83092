/** The index the coder reads: from a word to the terms it could begin, for every code of a table. */
import type { CodeEntry } from '#nodes/ports.ts'
import { codeTerms } from './terms.ts'

/** A set of words with the codes it means, best first. */
export interface Concept {
  units: readonly string[]
  /** Sum of the units' weights: how much the words say. */
  weight: number
  codes: readonly { entry: CodeEntry; cost: number }[]
}

export interface ConceptIndex {
  version: string
  /** Concepts by their rarest unit. */
  byAnchor: ReadonlyMap<string, readonly Concept[]>
  /** Inverse document frequency of a unit over concepts. */
  weight(unit: string): number
  /** The entry of a code with its dot. */
  get(code: string): CodeEntry | null
  /** The codes below one, in order. */
  under(code: string): readonly CodeEntry[]
}

interface Draft {
  units: readonly string[]
  codes: { entry: CodeEntry; cost: number }[]
}

function draft(entries: readonly CodeEntry[]): Draft[] {
  const drafts = new Map<string, Draft>()
  for (const entry of entries) {
    for (const term of codeTerms(entry)) {
      const key = [...term.units].sort().join(' ')
      const known = drafts.get(key)
      if (known === undefined) drafts.set(key, { units: term.units, codes: [{ entry, cost: term.cost }] })
      else known.codes.push({ entry, cost: term.cost })
    }
  }
  return [...drafts.values()]
}

/** Between codes of the same words: closest title, then the unspecified one, then the shorter, then the first of the table. */
function preference(a: { entry: CodeEntry; cost: number }, b: { entry: CodeEntry; cost: number }): number {
  const vague = (entry: CodeEntry): number => (/unspecified|site not specified/i.test(entry.description) ? 0 : 1)
  return (
    a.cost - b.cost ||
    vague(a.entry) - vague(b.entry) ||
    a.entry.code.length - b.entry.code.length ||
    (a.entry.code < b.entry.code ? -1 : 1)
  )
}

const CODES_KEPT = 8

function build(entries: readonly CodeEntry[], version: string): ConceptIndex {
  const drafts = draft(entries)
  const frequency = new Map<string, number>()
  for (const { units } of drafts) for (const unit of units) frequency.set(unit, (frequency.get(unit) ?? 0) + 1)
  const weight = (unit: string): number => Math.log(1 + drafts.length / ((frequency.get(unit) ?? 0) + 1))
  const byAnchor = new Map<string, Concept[]>()
  for (const { units, codes } of drafts) {
    let anchor = units[0] ?? ''
    for (const unit of units) if ((frequency.get(unit) ?? 0) < (frequency.get(anchor) ?? 0)) anchor = unit
    const total = units.reduce((sum, unit) => sum + weight(unit), 0)
    const concept = { units, weight: total, codes: codes.sort(preference).slice(0, CODES_KEPT) }
    const list = byAnchor.get(anchor)
    if (list === undefined) byAnchor.set(anchor, [concept])
    else list.push(concept)
  }
  const byCode = new Map(entries.map((entry) => [entry.code, entry]))
  const ordered = entries.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const families = new Map<string, CodeEntry[]>()
  for (const entry of ordered) {
    const category = entry.code.slice(0, 3)
    const family = families.get(category)
    if (family === undefined) families.set(category, [entry])
    else family.push(entry)
  }
  const under = (code: string): CodeEntry[] =>
    (families.get(code.slice(0, 3)) ?? []).filter(
      (entry) => entry.code.length > code.length && entry.code.startsWith(code),
    )
  return { version, byAnchor, weight, under, get: (code) => byCode.get(code) ?? null }
}

/** The table in use and the one before it; a third pushes the oldest out. */
const KEPT = 2
const cache = new Map<string, ConceptIndex>()

/** The index of a table, built once per `version` (about 2 s for the full ICD-10-CM) and kept for the last two versions. */
export function conceptIndex(table: { version: string; entries: readonly CodeEntry[] }): ConceptIndex {
  const key = `${table.version}:${table.entries.length}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const index = build(table.entries, table.version)
  cache.set(key, index)
  for (const oldest of cache.keys()) {
    if (cache.size <= KEPT) break
    cache.delete(oldest)
  }
  return index
}
