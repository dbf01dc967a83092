/**
 * Measures the discharge-summary structurer's own parts (medicines with dose, vital signs, laboratory values, kinds of follow-up) on summaries
 * that a reader judged (`bench/healthcare/summaries.txt`). Its codes are measured by `bench/coder.ts`. Run as `node bench/discharge.ts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foundIn, PARTS, readSummaries } from '#nodes/lib/clinical/judged-summaries.ts'

const notes = readSummaries(readFileSync(join(import.meta.dirname, 'healthcare/summaries.txt'), 'utf8'))
const verbose = process.argv.includes('--misses')
let spent = 0
const found = notes.map(({ text }) => {
  const begun = performance.now()
  const result = foundIn(text)
  spent += performance.now() - begun
  return result
})
console.log('            found  wanted  P      R      F1')
for (const part of PARTS) {
  let [hits, proposed, wanted] = [0, 0, 0]
  notes.forEach((note, index) => {
    const given = found[index]?.[part] ?? []
    const right = note.wanted[part].filter((one) => given.includes(one))
    hits += right.length
    proposed += given.length
    wanted += note.wanted[part].length
    if (!verbose) return
    for (const one of note.wanted[part]) if (!given.includes(one)) console.log(`missed ${note.title}: ${part} ${one}`)
    for (const one of given) if (!note.wanted[part].includes(one)) console.log(`wrong  ${note.title}: ${part} ${one}`)
  })
  const figures = [hits / proposed, hits / wanted, (2 * hits) / (proposed + wanted)].map((value) => value.toFixed(3))
  console.log(`${part.padEnd(10)} ${String(proposed).padStart(6)} ${String(wanted).padStart(7)}  ${figures.join('  ')}`)
}
console.log(`${notes.length} summaries, ${(spent / notes.length).toFixed(1)} ms each`)
