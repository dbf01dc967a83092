/**
 * Measures the ICD-10-CM coder on clinical cases that people coded (CodiEsp, Miranda-Escalada et al. 2020, in English).
 * Run as `node bench/coder.ts --data FOLDER` or with the folder in `CHOWK_DATA`; the folder holds the official table and the cases, named below.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { mergeCodes, parseCodesCsv, parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import { codeNote } from '#nodes/lib/clinical/code-note.ts'
import type { CodedFinding } from '#nodes/lib/clinical/coded-finding.ts'
import { type ConceptIndex, conceptIndex } from '#nodes/lib/clinical/concept-index.ts'
import { findFindings } from '#nodes/lib/clinical/findings.ts'
import { toBillable } from '#nodes/lib/clinical/specificity.ts'
import type { CodeEntry } from '#nodes/ports.ts'

const TABLE = 'icd10cm-2022.csv.gz'
const INCLUSION_TERMS = 'icd10cm-2014-inclusion-terms.json.gz'
const CURRENT = 'icd10cm-2026-codes.txt.gz'
const CASES = 'codiesp-dev.jsonl.gz'
const STARTER = join(import.meta.dirname, '../src/server/seed/icd10cm-starter.tsv')

interface Case {
  id: string
  text: string
  codes: string[]
}

const { values } = parseArgs({
  options: { data: { type: 'string' }, half: { type: 'string' } },
})
const folder = values.data ?? process.env.CHOWK_DATA
if (folder === undefined) stopWith('Say where the data is: node bench/coder.ts --data FOLDER (or set CHOWK_DATA)')
const missing = [TABLE, INCLUSION_TERMS, CASES].filter((name) => !existsSync(join(folder, name)))
if (missing.length > 0) stopWith(`Nothing measured: ${folder} has no ${missing.join(', ')}`)

function stopWith(message: string): never {
  console.error(message)
  process.exit(1)
}
const read = (name: string): string => gunzipSync(readFileSync(join(folder as string, name))).toString()

function loadTable(): CodeEntry[] {
  const starter = parseCodesTsv(readFileSync(STARTER, 'utf8'))
  const terms = JSON.parse(read(INCLUSION_TERMS)) as Record<string, { i: string[] } | undefined>
  const official = parseCodesCsv(read(TABLE)).map((entry) => ({ ...entry, synonyms: terms[entry.code]?.i ?? [] }))
  return mergeCodes(starter, official)
}

/** The same split every time, by a hash of the case's id. */
function inFirstHalf(id: string): boolean {
  let hash = 2166136261
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return ((hash >>> 8) & 1) === 0
}

/** Gold codes are of another release and partly cut: both sides are taken to the billable code of this table. */
function comparable(index: ConceptIndex, code: string): string {
  const entry = index.get(code) ?? index.get(code.replace(/X+$/, '').replace(/\.$/, ''))
  return entry === null ? code : toBillable(index, entry).code
}

const category = (code: string): string => code.slice(0, 3)
const unique = (codes: readonly string[]): string[] => [...new Set(codes)]

interface Score {
  hits: number
  proposed: number
  wanted: number
  precisions: number[]
}
const empty = (): Score => ({ hits: 0, proposed: 0, wanted: 0, precisions: [] })

function add(score: Score, ranked: readonly string[], gold: ReadonlySet<string>): void {
  let hits = 0
  let sum = 0
  ranked.forEach((code, index) => {
    if (!gold.has(code)) return
    hits++
    sum += hits / (index + 1)
  })
  score.hits += hits
  score.proposed += ranked.length
  score.wanted += gold.size
  score.precisions.push(gold.size === 0 ? 0 : sum / gold.size)
}

const figure = (value: number): string => value.toFixed(3)
function line(label: string, { hits, proposed, wanted, precisions }: Score): string {
  const map = precisions.reduce((total, value) => total + value, 0) / Math.max(1, precisions.length)
  const values = [hits / Math.max(1, proposed), hits / wanted, (2 * hits) / (proposed + wanted), map]
  return `${label.padEnd(46)} ${values.map(figure).join('  ')}`
}

const entries = loadTable()
let begun = performance.now()
const index = conceptIndex({ version: 'bench', entries })
console.log(`${entries.length} codes indexed in ${Math.round(performance.now() - begun)} ms`)
if (existsSync(join(folder, CURRENT))) {
  const current = new Set(read(CURRENT).trim().split(/\s+/))
  const starter = parseCodesTsv(readFileSync(STARTER, 'utf8')).filter((entry) => entry.billable)
  const valid = starter.filter((entry) => current.has(entry.code.replace('.', ''))).length
  console.log(`${valid} of ${starter.length} billable starter codes are valid in the FY2026 release`)
}

const cases = read(CASES)
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Case)
const wanted = cases.filter(({ id }) => values.half === undefined || inFirstHalf(id) === (values.half === 'first'))

/** What a run counts as proposed. */
interface View {
  label: string
  combine: boolean
  minimum: number
  counts(code: CodedFinding): boolean
}
const VIEWS: View[] = [
  { label: 'every mention', combine: false, minimum: 0.3, counts: () => true },
  { label: 'every mention, all ranked (for MAP)', combine: false, minimum: 0, counts: () => true },
  { label: 'as the product answers: candidates', combine: true, minimum: 0.3, counts: (code) => code.candidate },
]
console.log(`${'micro'.padEnd(46)} P      R      F1     MAP`)
for (const { label, combine, minimum, counts } of VIEWS) {
  const scores = { full: empty(), first: empty(), second: empty(), categories: empty(), strict: empty() }
  let spent = 0
  for (const { id, text, codes } of wanted) {
    begun = performance.now()
    const coded = codeNote(index, text, findFindings(index, text), {
      minimum_confidence: minimum,
      combine,
      evidence_limit: 5,
    })
    spent += performance.now() - begun
    const sorted = coded.filter(counts).toSorted((a, b) => b.confidence - a.confidence)
    const ranked = unique(sorted.map(({ code }) => comparable(index, code)))
    const gold = new Set(codes.map((code) => comparable(index, code)))
    add(scores.full, ranked, gold)
    add(inFirstHalf(id) ? scores.first : scores.second, ranked, gold)
    add(scores.strict, unique(sorted.map(({ code }) => code)), new Set(codes))
    add(scores.categories, unique(ranked.map(category)), new Set([...gold].map(category)))
  }
  console.log(line(`${label}: full codes`, scores.full))
  console.log(line('  half tuned on', scores.first))
  console.log(line('  other half', scores.second))
  console.log(line('  3-character categories', scores.categories))
  console.log(line('  codes as they stand, releases not aligned', scores.strict))
  console.log(
    `  ${(spent / wanted.length).toFixed(1)} ms a case of ${Math.round(wanted.reduce((sum, { text }) => sum + text.length, 0) / wanted.length)} characters`,
  )
}
