import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { importCodes } from './codes.ts'
import { createCodesPort } from './codes-port.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const entry = (code: string, description: string, synonyms: string[] = []) => ({
  code,
  description,
  billable: true,
  synonyms,
})

describe('importing a code table', () => {
  it('replaces the table, keeps what clinicians call things, and running readers see it', async () => {
    const port = createCodesPort(test.db)
    await importCodes(test.db, 'icd10cm', {
      source: 'one',
      codes: [entry('I10', 'Essential (primary) hypertension', ['high blood pressure'])],
    })
    const before = await port.table('icd10cm')
    await importCodes(test.db, 'icd10cm', {
      source: 'two',
      codes: [entry('I10', 'Hypertension'), entry('R05.9', 'Cough, unspecified')],
    })
    const after = await port.table('icd10cm')
    expect(before.version).not.toBe(after.version)
    expect(await port.get('icd10cm', 'I10')).toMatchObject({
      description: 'Hypertension',
      synonyms: ['high blood pressure'],
    })
    expect(after.entries.map((one) => one.code)).toEqual(['I10', 'R05.9'])
    expect((await port.search('icd10cm', 'high blood pressure', 1))[0]?.code).toBe('I10')
  })

  it('does not write again what is installed already', async () => {
    const release = { source: 'same', codes: [entry('A00', 'Cholera')] }
    const rows = () => test.pool.query('select ctid::text, * from codes order by code').then((found) => found.rows)
    expect(await importCodes(test.db, 'icd10cm', release)).toMatchObject({ written: true, count: 1 })
    const before = await rows()
    expect(await importCodes(test.db, 'icd10cm', release)).toMatchObject({ written: false, count: 1 })
    expect(await rows()).toEqual(before)
  })

  it.each([
    ['an empty release', [], 'contains no codes'],
    ['a code twice', [entry('A00', 'Cholera'), entry('A00', 'Cholera')], 'contains the code A00 twice'],
  ])('refuses %s and changes nothing', async (_name, codes, message) => {
    const before = await test.pool.query('select * from codes order by code')
    await expect(importCodes(test.db, 'icd10cm', { source: 'bad', codes })).rejects.toThrow(message)
    expect((await test.pool.query('select * from codes order by code')).rows).toEqual(before.rows)
  })

  it('lets two imports at once end with one whole table', async () => {
    const many = (prefix: string) =>
      Array.from({ length: 300 }, (_, i) => entry(`${prefix}${String(i).padStart(2, '0')}`, `Code ${i}`))
    await Promise.all([
      importCodes(test.db, 'icd10cm', { source: 'a', codes: many('A') }),
      importCodes(test.db, 'icd10cm', { source: 'b', codes: many('B') }),
    ])
    const letters = await test.pool.query("select distinct left(code, 1) as letter from codes where system = 'icd10cm'")
    expect(letters.rows).toHaveLength(1)
  })
})
