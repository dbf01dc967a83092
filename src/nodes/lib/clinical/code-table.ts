/** A code table in memory behind the port that nodes use: BM25 search, look-up, children. */
import type { CodeEntry, CodeMatch, CodeSystem, CodesPort } from '#nodes/ports.ts'
import { withDot } from './code-import.ts'
import { termUnits } from './lexicon.ts'

/** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009): the usual constants. */
const K1 = 1.2
const B = 0.75
/** An entry whose title is exactly the query, or a billable one, comes first among equals. */
const BILLABLE_BONUS = 1.02

interface Posting {
  entry: number
  frequency: number
}
interface Inverted {
  postings: ReadonlyMap<string, readonly Posting[]>
  lengths: readonly number[]
  average: number
}

function invert(entries: readonly CodeEntry[]): Inverted {
  const postings = new Map<string, Posting[]>()
  const lengths = entries.map((entry, index) => {
    const counts = new Map<string, number>()
    for (const text of [entry.description, ...entry.synonyms])
      for (const unit of termUnits(text)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
    let length = 0
    for (const [unit, frequency] of counts) {
      length += frequency
      const list = postings.get(unit)
      if (list === undefined) postings.set(unit, [{ entry: index, frequency }])
      else list.push({ entry: index, frequency })
    }
    return length
  })
  return { postings, lengths, average: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) }
}

function rank(inverted: Inverted, units: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>()
  const total = inverted.lengths.length
  for (const unit of units) {
    const list = inverted.postings.get(unit) ?? []
    const idf = Math.log(1 + (total - list.length + 0.5) / (list.length + 0.5))
    for (const { entry, frequency } of list) {
      const norm = K1 * (1 - B + (B * (inverted.lengths[entry] ?? 0)) / inverted.average)
      scores.set(entry, (scores.get(entry) ?? 0) + (idf * frequency * (K1 + 1)) / (frequency + norm))
    }
  }
  return scores
}

const better = (a: CodeMatch, b: CodeMatch): number => b.score - a.score || (a.code < b.code ? -1 : 1)

/**
 * A `CodesPort` over entries in memory. `version` must change when the entries do. `search` finds by words (synonyms and
 * abbreviations joined, BM25) and by the beginning of a code (`E11`, `e112`); its index is built at the first search.
 */
export function createCodeTable(
  entries: readonly CodeEntry[],
  version: string,
  { system = 'icd10cm', source }: { system?: CodeSystem; source?: string } = {},
): CodesPort {
  const written = system === 'icd10cm' ? withDot : (code: string) => code.trim().toUpperCase()
  const ordered = entries.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const byCode = new Map(ordered.map((entry) => [entry.code, entry]))
  let inverted: Inverted | null = null
  const below = (prefix: string): CodeEntry[] => {
    const bare = prefix.toUpperCase().replaceAll('.', '')
    return ordered.filter((entry) => entry.code.replace('.', '').startsWith(bare))
  }
  const search = (query: string, limit: number): CodeMatch[] => {
    if (/^\s*[A-Za-z][0-9][0-9A-Za-z]?\.?[0-9A-Za-z]{0,4}\s*$/.test(query)) {
      const found = below(query.trim()).slice(0, limit)
      if (found.length > 0) return found.map((entry, index) => ({ ...entry, score: limit - index }))
    }
    inverted ??= invert(ordered)
    const matches = Array.from(rank(inverted, termUnits(query)), ([index, score]) => {
      const entry = ordered[index]
      return entry === undefined ? [] : [{ ...entry, score: entry.billable ? score * BILLABLE_BONUS : score }]
    }).flat()
    return matches.sort(better).slice(0, Math.max(0, limit))
  }
  return {
    search: (_system, query, limit) => Promise.resolve(search(query, limit)),
    get: (_system, code) => Promise.resolve(byCode.get(written(code) ?? code) ?? null),
    under: (_system, code) => {
      const bare = code.toUpperCase().replaceAll('.', '').length
      return Promise.resolve(below(code).filter((entry) => entry.code.replace('.', '').length > bare))
    },
    table: () => Promise.resolve({ version, ...(source === undefined ? {} : { source }), entries: ordered }),
  }
}
