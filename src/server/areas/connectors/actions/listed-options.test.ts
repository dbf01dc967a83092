/** What a field of an app is chosen from, asked of the app with the person's account; plain fields, and the order of the list of apps. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '#test/support/app.ts'
import { createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'

let sheets: SheetsApp
let test: TestApp
let owner: Person
let account: string

beforeAll(async () => {
  sheets = await createSheetsApp()
  test = sheets.test
  owner = await sheets.person('seller')
  account = await sheets.connected(owner)
})
afterAll(() => sheets.close())
afterEach(() => sheets.reset())

const asked = (body: object, as: Person | null = owner, action = 'add_row') =>
  test.call('POST', `/api/v1/integrations/google-sheets/actions/${action}/options`, { as, body })
const of = (input: object, more: object = {}) => ({ property: 'range', input, account, ...more })
const book = {
  sheets: [{ properties: { title: 'Leads', sheetId: 0 } }, { properties: { title: 'March', sheetId: 7 } }],
}

describe('the choices of a field', () => {
  it('are what the account has, found with what is filled in', async () => {
    sheets.answers.reply = () => ({ body: book })
    const { status, body } = await asked(
      of({ spreadsheetId: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5/edit' }),
    )
    expect([status, body.data]).toEqual([
      200,
      {
        options: [
          { label: 'Leads', value: 'Leads' },
          { label: 'March', value: 'March' },
        ],
        schema: null,
        message: null,
      },
    ])
    expect(sheets.asked.map(({ url }) => url)).toEqual(['/v4/spreadsheets/1BxiMVs0XRA5'])
    expect(sheets.asked[0]?.headers.authorization).toMatch(/^Bearer ./)
  })

  it('are not asked for before what they depend on is filled in', async () => {
    const { body } = await asked(of({}))
    expect(body.data).toEqual({ options: [], schema: null, message: 'Fill in “Spreadsheet” first.' })
    expect(sheets.asked).toEqual([])
  })

  it('say what the service said', async () => {
    sheets.answers.reply = () => ({ status: 404, body: { error: { message: 'Requested entity was not found.' } } })
    const { status, body } = await asked(of({ spreadsheetId: 'gone' }))
    expect([status, body.errors[0].code]).toEqual([409, 'options_unavailable'])
    expect(body.errors[0].message).toContain('Requested entity was not found.')
  })

  it('are read with one’s own account alone', async () => {
    const stranger = await test.person('seller')
    const { status } = await asked(of({ spreadsheetId: 'book-1' }), stranger)
    expect(status).toBe(409)
    expect((await asked(of({ spreadsheetId: 'book-1' }, { account: null }))).status).toBe(409)
    expect((await asked(of({ spreadsheetId: 'book-1' }), null)).status).toBe(401)
    expect(sheets.asked).toEqual([])
  })

  it.each(['row', 'constructor', '__proto__'])('are none of the property %s', async (property) => {
    const { status, body } = await asked({ ...of({ spreadsheetId: 'book-1' }), property })
    expect([status, body.errors[0].field]).toEqual([400, 'property'])
  })

  it.each(['new_row', 'watch.read_rows'])('are those of the list that the trigger %s watches', async (trigger) => {
    sheets.answers.reply = () => ({ body: book })
    const { body } = await asked(of({ spreadsheetId: 'book-1' }, { of: 'trigger' }), owner, trigger)
    expect(body.data.options.map(({ value }: { value: string }) => value)).toEqual(['Leads', 'March'])
    const none = await asked(of({ spreadsheetId: 'book-1' }, { of: 'trigger' }), owner, 'nothing')
    expect(none.status).toBe(404)
  })

  it('are none of an action that is not there', async () => {
    expect((await asked(of({}), owner, 'nothing')).status).toBe(404)
  })
})

describe('a plain field', () => {
  const run = (input: object) =>
    test.call('POST', '/api/v1/actions/google-sheets/add_row', { as: owner, body: { input, account } })
  const where = { spreadsheetId: 'book-1', range: 'Leads', valueInputOption: 'RAW' }

  it('is sent in its place, and needed where nothing else is given', async () => {
    sheets.answers.reply = () => ({ body: {} })
    expect((await run({ ...where, row: ['Asha', 42] })).body.data.status).toBe('succeeded')
    expect((await run({ ...where, values: [['Ravi']] })).body.data.status).toBe('succeeded')
    expect(sheets.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { values: [['Asha', 42]] },
      { values: [['Ravi']] },
    ])
    const { error } = (await run(where)).body.data
    expect(error).toMatchObject({ code: 'input_invalid', field: 'input.row' })
    expect(sheets.asked).toHaveLength(2)
  })
})

it('lists apps in one order on all pages: those that most people have, then by name', async () => {
  const page = async (offset: number, limit: number): Promise<string[]> => {
    const { body } = await test.call('GET', '/api/v1/integrations', {
      as: owner,
      query: { offset: `${offset}`, limit: `${limit}` },
    })
    return body.data.items.map(({ id }: { id: string }) => id)
  }
  const first = await page(0, 12)
  expect(first).toEqual(expect.arrayContaining(['gmail', 'google-sheets', 'whatsapp', 'slack']))
  expect(first).not.toContain('ably')
  expect([...(await page(0, 5)), ...(await page(5, 7))]).toEqual(first)
  const names = (await test.call('GET', '/api/v1/integrations', { as: owner, query: { offset: '100', limit: '100' } }))
    .body.data.items as { name: string }[]
  expect(names.map(({ name }) => name)).toEqual(names.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')))
})
