/**
 * Measures what the PHI redactor finds, on notes in which everything personal is marked by hand (`bench/healthcare/phi-notes.txt`). They were
 * written after the rules; what the first run gave stands in `docs/decisions/0068-healthcare-by-rules.md`. Run as `node bench/phi.ts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPhi } from '#nodes/lib/phi/detect.ts'
import { covered, needless, readMarked } from '#nodes/lib/phi/marked.ts'

const notes = readMarked(readFileSync(join(import.meta.dirname, 'healthcare/phi-notes.txt'), 'utf8'))
const verbose = process.argv.includes('--misses')
const kinds = new Map<string, { hits: number; marks: number }>()
let needlessCount = 0
let findings = 0
let spent = 0
for (const { title, text, marks } of notes) {
  const begun = performance.now()
  const found = findPhi(text)
  spent += performance.now() - begun
  findings += found.length
  const extra = needless(found, marks)
  needlessCount += extra.length
  for (const mark of marks) {
    const score = kinds.get(mark.kind) ?? { hits: 0, marks: 0 }
    const hit = covered(text, mark, found)
    kinds.set(mark.kind, { hits: score.hits + Number(hit), marks: score.marks + 1 })
    if (verbose && !hit) console.log(`missed  ${title}: ${mark.kind} "${text.slice(mark.start, mark.end)}"`)
  }
  if (verbose)
    for (const one of extra)
      console.log(`needless ${title}: ${one.kind} "${text.slice(one.start, one.end)}" (${one.because})`)
}
const rows = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))
console.log('kind            found  marked  recall')
for (const [kind, { hits, marks }] of rows)
  console.log(
    `${kind.padEnd(14)} ${String(hits).padStart(6)} ${String(marks).padStart(7)}   ${(hits / marks).toFixed(3)}`,
  )
const hits = rows.reduce((sum, [, one]) => sum + one.hits, 0)
const marks = rows.reduce((sum, [, one]) => sum + one.marks, 0)
console.log(
  `${'all'.padEnd(14)} ${String(hits).padStart(6)} ${String(marks).padStart(7)}   ${(hits / marks).toFixed(3)}`,
)
console.log(
  `needless: ${needlessCount} of ${findings} findings touch nothing that is marked (precision ${((findings - needlessCount) / findings).toFixed(3)})`,
)
console.log(`${notes.length} notes, ${(spent / notes.length).toFixed(1)} ms a note`)
