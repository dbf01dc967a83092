import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCodesTsv } from './code-import.ts'
import { createCodeTable } from './code-table.ts'
import { conceptIndex } from './concept-index.ts'

const starter = parseCodesTsv(readFileSync('src/server/seed/icd10cm-starter.tsv', 'utf8'))
const table = createCodeTable(starter, 'v1')
const search = async (query: string, limit = 5): Promise<string[]> =>
  (await table.search('icd10cm', query, limit)).map(({ code }) => code)

describe('code table', () => {
  it.each([
    ['sugar diabetes type 2 with kidney disease', 'E11.22'],
    ['heart attack', 'I21.9'],
    ['htn', 'I10'],
    ['right knee pain', 'M25.561'],
    ['shortness of breath', 'R06.02'],
    ['broken collarbone', 'S42.009A'],
  ])('finds %j', async (query, code) => {
    expect(await search(query)).toContain(code)
  })
  it('finds codes by their beginning, with or without dot', async () => {
    expect((await search('e11')).every((code) => code.startsWith('E11'))).toBe(true)
    expect(await search('E112', 10)).toContain('E11.22')
    expect((await search('I10', 1))[0]).toBe('I10')
  })
  it('ranks by score and keeps to the limit', async () => {
    const found = await table.search('icd10cm', 'chronic kidney disease', 4)
    expect(found).toHaveLength(4)
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
  it.each(['', '   ', '%', 'zzqx', '()*+[', 'x'.repeat(10_000)])('answers nothing to %j', async (query) => {
    expect(await search(query)).toEqual([])
  })
  it('gets one code in any spelling, and null', async () => {
    expect((await table.get('icd10cm', 'e1122'))?.code).toBe('E11.22')
    expect((await table.get('icd10cm', 'E11.22'))?.billable).toBe(true)
    expect(await table.get('icd10cm', 'Q00.0')).toBeNull()
    expect(await table.get('icd10cm', '__proto__')).toBeNull()
  })
  it('lists what is under a code, itself not', async () => {
    const under = (await table.under('icd10cm', 'N18')).map(({ code }) => code)
    expect(under).toContain('N18.31')
    expect(under).not.toContain('N18')
    expect(await table.under('icd10cm', 'I10')).toEqual([])
  })
  it('indexes a table of one version once', async () => {
    const first = conceptIndex(await table.table('icd10cm'))
    expect(conceptIndex(await table.table('icd10cm'))).toBe(first)
    expect(conceptIndex({ version: 'v2', entries: starter })).not.toBe(first)
  })
})

describe('the shipped table', () => {
  it('holds codes with their dot, the parents of all of them, and no two alike', () => {
    const codes = new Set(starter.map(({ code }) => code))
    expect(codes.size).toBe(starter.length)
    for (const { code } of starter) {
      expect(code).toMatch(/^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/)
      expect(codes.has(code.slice(0, 3))).toBe(true)
    }
  })
  it('has at least a thousand billable codes, nearly all with words that clinicians use', () => {
    const billable = starter.filter((entry) => entry.billable)
    expect(billable.length).toBeGreaterThan(1000)
    expect(billable.filter(({ synonyms }) => synonyms.length > 0).length).toBe(billable.length)
  })
})
