import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hcpcsCode, mergeHcpcs, parseCodesTsv, parseHcpcsCsv } from '#nodes/lib/clinical/code-import.ts'
import { busy } from '#test/support/busy.ts'
import { findHcpcs, groupCodes, hcpcsIndex } from './find.ts'
import { readJudged } from './judged.ts'
import { amountsIn, doseOfCode, unitsOf } from './units.ts'

const starter = parseCodesTsv(
  readFileSync(new URL('../../../server/seed/hcpcs-starter.tsv', import.meta.url), 'utf8'),
  hcpcsCode,
)
const index = hcpcsIndex({ version: 'test', entries: starter })
const notes = readJudged(readFileSync(new URL('./fixtures/notes.txt', import.meta.url), 'utf8'))
const coded = (text: string) => groupCodes(findHcpcs(index, text), { minimum: 0.4, places: 5 })

describe('HCPCS codes', () => {
  it.each(notes.map((note) => [note.title, note] as const))('are found in: %s', (_title, { text, codes }) => {
    const found = coded(text)
    const candidates = found.filter(({ candidate }) => candidate).map(({ entry }) => entry.code)
    expect(candidates.toSorted()).toEqual(codes.toSorted())
    for (const { evidence } of found)
      for (const { start, end, sentence } of evidence) {
        expect(text.slice(start, end).trim()).not.toBe('')
        expect(sentence.start).toBeLessThanOrEqual(start)
        expect(sentence.end).toBeGreaterThanOrEqual(end)
      }
  })

  it('tell what was denied, and the units of a dose', () => {
    const found = coded('Ketorolac 45 mg IV was given. No crutches needed. Flu vaccine refused.')
    expect(found.map(({ entry, assertion }) => [entry.code, assertion])).toEqual([
      ['J1885', 'present'],
      ['G0008', 'negated'],
      ['E0114', 'negated'],
    ])
    expect(found[0]?.note).toBe('45 mg is 3 billing units (one per 15 mg)')
  })

  it('of a drug need that it was given', () => {
    const codes = (text: string) => coded(text).map(({ entry }) => entry.code)
    expect(codes('Furosemide 40 mg IV push given.')).toEqual(['J1938'])
    expect(codes('Furosemide 40 mg by mouth daily.')).toEqual([])
    expect(codes('Home medications: furosemide 40 mg daily.')).toEqual([])
  })

  it.each([
    ['walkers', 'walker wheelchair crutches '.repeat(10_000)],
    ['doses', 'ketorolac 30 mg IV '.repeat(12_000)],
    ['one endless word', 'x'.repeat(300_000)],
  ])('come to an end on %s', (_what, text) => {
    const spent = busy()
    coded(text)
    expect(spent()).toBeLessThan(5000)
  })
})

describe('billing units', () => {
  it.each([
    ['Injection, x, per 15 mg', '30 mg', 2],
    ['Injection, x, per 250 mg', '1 g', 4],
    ['Injection, x, 25 mcg', '0.25 mg', 10],
    ['Injection, x, up to 20 mg', '5 mg', 1],
    ['Injection, x, 100,000 units', '2.4 million units', 24],
    ['Injection, x, per gm', '2 g', 2],
    ['Injection, x, 10 mg', '5 units', null],
  ])('%s: %s is %s', (description, dose, units) => {
    const [given] = amountsIn(dose)
    const one = doseOfCode(description)
    expect(given && one && unitsOf(given, one)).toBe(units)
  })
})

describe('importing HCPCS', () => {
  it('takes the published table, without dental and CPT codes, and keeps our words', () => {
    const table = parseHcpcsCsv(
      'HCPCS Code,Short Description,SI\nE0143,Walker folding wheeled w/o s,Y\nD0120,Periodic oral exam,E1\n99213,Office visit,V\nK9999,New thing,A',
    )
    expect(table.map(({ code }) => code)).toEqual(['E0143', 'K9999'])
    const merged = mergeHcpcs(starter, table)
    expect(merged[0]).toMatchObject({ description: 'Walker, folding, wheeled, adjustable or fixed height' })
    expect(merged[0]?.synonyms).toContain('rolling walker')
  })
  it.each([
    ['a,b\n1,2', 'names no columns'],
    ['code,description\nE11.9,Diabetes', 'Line 2: “E11.9” is not a HCPCS'],
    ['code,description\nE0143,Walker\nE0143,Walker', 'Line 3'],
    ['code,description', 'holds no codes'],
  ])('refuses %j', (text, message) => {
    expect(() => parseHcpcsCsv(text)).toThrow(message)
  })
})
