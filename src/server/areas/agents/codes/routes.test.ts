import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { importCodes } from './codes.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const entry = (code: string, description: string, billable = true, synonyms: string[] = []) => ({
    code,
    description,
    billable,
    synonyms,
  })
  await importCodes(test.database.db, 'icd10cm', {
    source: 'test',
    codes: [
      entry('I10', 'Essential (primary) hypertension', true, ['high blood pressure']),
      entry('I15.0', 'Renovascular hypertension'),
      entry('E11', 'Type 2 diabetes mellitus', false),
      entry('E11.22', 'Type 2 diabetes mellitus with diabetic chronic kidney disease'),
      entry('E11.9', 'Type 2 diabetes mellitus without complications'),
    ],
  })
  await importCodes(test.database.db, 'hcpcs', {
    source: 'test',
    codes: [entry('J1885', 'Injection, ketorolac tromethamine, per 15 mg')],
  })
})
afterAll(() => test.close())

const get = async (path: string) => {
  const answer = await test.app.inject({ method: 'GET', url: `/api/v1/codes/${path}` })
  return { status: answer.statusCode, body: answer.json() as { data: { codes: { code: string }[] } } }
}
const found = async (path: string) => (await get(path)).body.data.codes.map(({ code }) => code)

describe('a visitor who corrects a code', () => {
  it.each([
    ['icd10cm?q=e11', ['E11', 'E11.22', 'E11.9']],
    ['icd10cm?q=e11.2', ['E11.22']],
    ['icd10cm?q=E1122', ['E11.22']],
    ['icd10cm?q=hypert', ['I15.0', 'I10']],
    ['icd10cm?q=kidney%20diabetes', ['E11.22']],
    ['icd10cm?q=high%20blood%20pressure', ['I10']],
    ['icd10cm?q=banana', []],
    ['icd10cm?q=%27%20%26%20!%7C:*', []],
    ['hcpcs?q=ketorolac', ['J1885']],
    ['hcpcs?q=I10', []],
  ])('finds %s', async (path, codes) => {
    expect(await found(path)).toEqual(codes)
  })
  it('learns which codes are in the table, and how it describes them', async () => {
    const { body } = await get('icd10cm/lookup?codes=e119,banana,I10,E11')
    expect(body.data.codes).toEqual([
      { code: 'E11', description: 'Type 2 diabetes mellitus', billable: false },
      { code: 'E11.9', description: 'Type 2 diabetes mellitus without complications', billable: true },
      { code: 'I10', description: 'Essential (primary) hypertension', billable: true },
    ])
    expect(await found('hcpcs/lookup?codes=')).toEqual([])
  })
  it.each([
    'snomed?q=x',
    'icd10cm',
    'icd10cm?q=',
    `icd10cm?q=${'x'.repeat(101)}`,
    `icd10cm/lookup?codes=${'I10,'.repeat(101)}`,
  ])('is told what is wrong with %s', async (path) => {
    expect((await get(path)).status).toBe(400)
  })
})
