/**
 * Measures the HCPCS finder on notes to which a reader gave the codes (`bench/healthcare/hcpcs-notes.txt`), with the starter table and, with
 * `--data FOLDER` (or CHOWK_DATA), with the official one imported over it. Run as `node bench/hcpcs.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { hcpcsCode, mergeHcpcs, parseCodesTsv, parseHcpcsCsv } from '#nodes/lib/clinical/code-import.ts'
import { findHcpcs, groupCodes, hcpcsIndex } from '#nodes/lib/hcpcs/find.ts'
import { readJudged } from '#nodes/lib/hcpcs/judged.ts'
import type { CodeEntry } from '#nodes/ports.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, misses: { type: 'boolean' } } })
const here = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')
const notes = readJudged(here('healthcare/hcpcs-notes.txt'))
const starter = parseCodesTsv(here('../src/server/seed/hcpcs-starter.tsv'), hcpcsCode)
const folder = values.data ?? process.env.CHOWK_DATA
const official = folder === undefined ? null : join(folder, 'hcpcs-2026-04.csv.gz')

function measure(label: string, entries: readonly CodeEntry[]): void {
  const index = hcpcsIndex({ version: 'bench', entries })
  let [hits, proposed, wanted, spent] = [0, 0, 0, 0]
  for (const { title, codes, text } of notes) {
    const begun = performance.now()
    const found = groupCodes(findHcpcs(index, text), { minimum: 0.4, places: 5 }).filter(({ candidate }) => candidate)
    spent += performance.now() - begun
    const given = new Set(found.map(({ entry }) => entry.code))
    hits += codes.filter((code) => given.has(code)).length
    proposed += given.size
    wanted += codes.length
    if (!values.misses) continue
    for (const code of codes) if (!given.has(code)) console.log(`missed ${title}: ${code}`)
    for (const code of given) if (!codes.includes(code)) console.log(`wrong  ${title}: ${code}`)
  }
  const figures = [hits / proposed, hits / wanted, (2 * hits) / (proposed + wanted)].map((value) => value.toFixed(3))
  console.log(`${label.padEnd(34)} ${figures.join('  ')}   ${(spent / notes.length).toFixed(1)} ms a note`)
}

console.log(`${notes.length} notes, ${notes.flatMap(({ codes }) => codes).length} codes`)
console.log(`${''.padEnd(34)} P      R      F1`)
measure(`starter table (${starter.length})`, starter)
if (official !== null && existsSync(official)) {
  const imported = parseHcpcsCsv(gunzipSync(readFileSync(official)).toString('utf8'))
  const valid = new Set(imported.map(({ code }) => code))
  console.log(
    `${starter.filter(({ code }) => valid.has(code)).length} of ${starter.length} starter codes are in that release`,
  )
  const all = mergeHcpcs(starter, imported)
  measure(`official table over it (${all.length})`, all)
} else console.log('Say where the official table is (--data FOLDER) to measure with it.')
