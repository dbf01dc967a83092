import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { CLIENT, createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'

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

const app = '/api/v1/integrations/google-sheets'

const row = { spreadsheetId: 'book-1', range: 'Sheet1', values: [['Asha', 42]], valueInputOption: 'USER_ENTERED' }
const run = (action: string, input: object, more: object = {}, as: Person | null = owner) =>
  test.call('POST', `/api/v1/actions/google-sheets/${action}`, { as, body: { input, ...more } })

describe('the list of apps', () => {
  it('finds an app by what it does, with the actions that fit', async () => {
    const { status, body } = await test.call('GET', '/api/v1/integrations', {
      as: owner,
      query: { search_term: 'add row' },
    })
    expect(status).toBe(200)
    const found = body.data.items.find(({ id }: { id: string }) => id === 'google-sheets')
    expect(found).toMatchObject({ accounts: 1, verified: true })
    expect(found.matches[0]).toEqual({ id: 'add_row', title: 'Add a row', effect: 'write' })
  })

  it('tells ways to sign in, hosts, scopes and effects of an app', async () => {
    const { body } = await test.call('GET', app, { as: owner })
    expect(body.data.sign_in[0]).toMatchObject({ id: 'account', type: 'oauth2', registered: false })
    expect(body.data.sign_in[0].fields.map(({ name }: { name: string }) => name)).toEqual([
      'client_id',
      'client_secret',
    ])
    expect(body.data.permissions).toMatchObject({ scopes: ['https://www.googleapis.com/auth/spreadsheets'] })
    expect(body.data.permissions.effects).toEqual(expect.arrayContaining(['read', 'write', 'destructive']))
    expect(body.data.account_list).toMatchObject([{ id: account, connector: 'google-sheets', status: 'ready' }])
  })

  it('counts by category, provider and source', async () => {
    const categories = await test.call('GET', '/api/v1/integrations/categories/list', { as: owner })
    expect(categories.body.data.categories).toContainEqual({ name: 'spreadsheets', integrations: expect.any(Number) })
    const providers = await test.call('GET', '/api/v1/integrations/providers/list', { as: owner })
    expect(providers.body.data.providers).toContainEqual({ name: 'Google', integrations: expect.any(Number) })
    const stats = await test.call('GET', '/api/v1/integrations/stats/summary', { as: owner })
    const { total, by_source } = stats.body.data
    expect(stats.body.data).toMatchObject({ connected: 1, by_source: { builtin: 9 } })
    expect(by_source.openapi + by_source.builtin).toBe(total)
  })

  it('describes an action by the schemas of its input and answer', async () => {
    const { body } = await test.call('GET', `${app}/actions/add_row`, { as: owner })
    expect(body.data).toMatchObject({ effect: 'write', needs_account: true, has_pages: false })
    expect(body.data.input_schema.required).toContain('spreadsheetId')
  })

  it.each(['/api/v1/integrations/nowhere', `${app}/actions/nothing`])('answers 404 for %s', async (url) => {
    expect((await test.call('GET', url, { as: owner })).status).toBe(404)
  })
})

describe('a direct call', () => {
  it('sends the request with the account and answers what the service said', async () => {
    sheets.answers.reply = () => ({ body: { updates: { updatedRows: 1 } } })
    const { status, body } = await run('add_row', row, { account })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'succeeded', output: { updates: { updatedRows: 1 } }, error: null })
    const [one] = sheets.asked
    expect(one?.url).toBe('/v4/spreadsheets/book-1/values/Sheet1:append?valueInputOption=USER_ENTERED')
    expect(JSON.parse(one?.body ?? '')).toEqual({ values: [['Asha', 42]] })
    expect(one?.headers.authorization).toMatch(/^Bearer ./)
    expect(one?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('takes the only account where none is named, and asks which one where there are two', async () => {
    const person = { ...(await test.person()), session: 'phone' }
    test.know(person)
    expect((await run('add_row', row, {}, person)).body.data.error).toMatchObject({ code: 'credential_missing' })
    await sheets.connected(person)
    expect((await run('add_row', row, {}, person)).body.data.status).toBe('succeeded')
    await sheets.connected(person)
    const { body } = await run('add_row', row, {}, person)
    expect(body.data.error).toMatchObject({ code: 'credential_missing', field: 'account' })
  })

  it('names the field of an input that does not fit, and sends nothing', async () => {
    const { body } = await run('add_row', { ...row, values: 'Asha' }, { account })
    expect(body.data).toMatchObject({ status: 'failed', output: null })
    expect(body.data.error).toMatchObject({ code: 'input_invalid', field: 'input.values' })
    expect(sheets.asked).toEqual([])
  })

  it('never leaves its place in the path', async () => {
    await run('add_row', { ...row, spreadsheetId: '../../drive/v3/files?x=' }, { account })
    expect(sheets.asked[0]?.url).toBe(
      '/v4/spreadsheets/..%2F..%2Fdrive%2Fv3%2Ffiles%3Fx%3D/values/Sheet1:append?valueInputOption=USER_ENTERED',
    )
    const { body } = await run('add_row', { ...row, spreadsheetId: '..' }, { account })
    expect(body.data.error).toMatchObject({ code: 'input_invalid', field: 'input.spreadsheetId' })
  })

  it.each([
    [
      400,
      { error: { code: 400, message: 'Unable to parse range: Sheet9' } },
      'app_refused',
      'Unable to parse range',
      false,
    ],
    [403, { error: { message: 'The caller does not have permission' } }, 'app_refused', 'does not allow this', false],
    [500, { error: 'oops' }, 'app_unavailable', 'had a problem (500): oops', false],
    [302, {}, 'app_refused', 'sends elsewhere', false],
  ])('tells what the service said with %d', async (status, answer, code, message, retryable) => {
    sheets.answers.reply = () => ({ status, body: answer, headers: { location: 'http://169.254.169.254/' } })
    const { body } = await run('add_row', row, { account })
    expect(body.data.error).toMatchObject({ code, retryable, message: expect.stringContaining(message) })
  })

  it('says when a service asks to come back later', async () => {
    sheets.answers.reply = () => ({ status: 429, headers: { 'retry-after': '7' }, body: {} })
    const { body } = await run('add_row', row, { account })
    expect(body.data.error).toMatchObject({ code: 'app_busy', retryable: true })
  })

  it('uses no account of another person, and none of another app', async () => {
    const stranger = { ...(await test.person()), session: 'tablet' }
    test.know(stranger)
    const { body } = await run('add_row', row, { account }, stranger)
    expect(body.data.error).toMatchObject({ code: 'credential_not_found' })
    const made = await test.call('POST', '/api/v1/credentials', {
      as: owner,
      body: { type: 'bearer', name: 'Token', fields: { token: 'secret-of-another-app', hosts: '*.example.com' } },
    })
    const other = await run('add_row', row, { account: made.body.data.credential.id })
    expect(other.body.data.error).toMatchObject({ code: 'credential_type' })
    expect(sheets.asked).toEqual([])
  })

  it('never shows the token, even where the service repeats it', async () => {
    sheets.answers.reply = ({ headers }) => ({
      status: 400,
      body: { error: { message: `bad ${headers.authorization}` } },
    })
    const { body } = await run('add_row', row, { account })
    const token = (sheets.asked[0]?.headers.authorization ?? '').replace('Bearer ', '')
    expect(token).not.toBe('')
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it('is not for visitors, and 404 where there is no such action', async () => {
    expect((await run('add_row', row, { account }, null)).status).toBe(401)
    expect((await run('no_such', row, { account })).status).toBe(404)
  })

  it('leaves its traces without content', async () => {
    await run('add_row', row, { account })
    const { body } = await test.call('GET', `${app}/calls`, { as: owner })
    expect(body.data.items[0]).toMatchObject({
      integration_name: 'Google Sheets',
      action: 'add_row',
      action_title: 'Add a row',
      effect: 'write',
      error: null,
      requests: 1,
      execution_id: null,
    })
    expect(body.data.items[0].account).toMatchObject({ id: account, name: 'Books' })
    expect(JSON.stringify(body)).not.toContain('Asha')
  })
})

describe('a step of a workflow', () => {
  const step = (more: object = {}) =>
    workflow(
      [
        node('start', 'manual_trigger'),
        node('row', 'app_action', {
          integration: 'google-sheets',
          action: 'add_row',
          title: 'Add a row',
          credential: account,
          input: { ...row, values: [['{{ $input.name }}', '{{ $input.age }}']] },
          ...more,
        }),
      ],
      wires('start > row'),
    )
  const execute = async (as: Person, document: unknown) => {
    const saved = await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Rows', document } })
    expect(saved.status).toBe(201)
    const { id } = saved.body.data
    const body = { workflow_id: id, input: { name: 'Asha', age: 42 }, wait_ms: 20_000 }
    const run = await test.call('POST', '/api/v1/workflows/execute', { as, body })
    return run.body.data ?? run.body
  }

  const storedRun = async (id: string) =>
    (await test.database.pool.query('select status, output, error from executions where id = $1', [id])).rows[0]

  it('runs the action with what its expressions give, and notes the call with the run', async () => {
    sheets.answers.reply = () => ({ body: { updates: { updatedRows: 1 } } })
    const run = await execute(owner, step())
    expect(run).toMatchObject({ status: 'succeeded', output: { updates: { updatedRows: 1 } } })
    expect(JSON.parse(sheets.asked[0]?.body ?? '')).toEqual({ values: [['Asha', 42]] })
    const { body } = await test.call('GET', `${app}/calls`, { as: owner })
    expect(body.data.items[0]).toMatchObject({ action: 'add_row', execution_id: run.execution_id })
  })

  it('waits where the service asks to come back later, and goes on then', async () => {
    const answers = [
      { status: 429, headers: { 'retry-after': '1' }, body: {} },
      { body: { updates: { updatedRows: 1 } } },
    ]
    sheets.answers.reply = () => answers.shift() ?? { body: {} }
    const run = await execute(owner, step())
    expect(run.status).toBe('waiting')
    const ended = await until(async () => {
      const { status, output } = await storedRun(run.execution_id)
      return status === 'succeeded' && output
    })
    expect(ended).toEqual({ updates: { updatedRows: 1 } })
    // The same key, so that a service that knows such keys adds one row.
    expect(sheets.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
      expect.any(String),
      sheets.asked[0]?.headers['idempotency-key'],
    ])
  })

  it('is not made again by an attempt after one whose answer was lost, and says so', async () => {
    sheets.answers.reply = () => null
    const document = step()
    Object.assign(document.nodes[1] ?? {}, { timeout_ms: 300, retry: { max_attempts: 3, delay_ms: 1, backoff: 1 } })
    const run = await execute(owner, document)
    expect(await storedRun(run.execution_id)).toMatchObject({
      status: 'failed',
      error: {
        code: 'answer_lost',
        message:
          'The answer to “Add a row” was lost, so it isn’t tried again. Check in Google Sheets whether it took effect.',
      },
    })
    expect(sheets.asked).toHaveLength(1)
    const { body } = await test.call('GET', `${app}/calls`, { as: owner })
    // The one call that was made.
    expect(
      body.data.items.filter((one: { execution_id: string }) => one.execution_id === run.execution_id),
    ).toHaveLength(1)
  })

  it('is not made again when the connection breaks before the answer', async () => {
    sheets.answers.reply = () => 'broken'
    const document = step()
    Object.assign(document.nodes[1] ?? {}, { retry: { max_attempts: 3, delay_ms: 1, backoff: 1 } })
    const run = await execute(owner, document)
    expect(await storedRun(run.execution_id)).toMatchObject({
      status: 'failed',
      error: { code: 'http_failed', message: expect.stringContaining('Check in Google Sheets whether it took effect') },
    })
    expect(sheets.asked).toHaveLength(1)
  })

  it('is made again where it only reads', async () => {
    sheets.answers.reply = () => null
    const read = {
      ...{ action: 'read_rows', title: 'Read rows' },
      input: { spreadsheetId: 'book-1', range: 'Sheet1' },
    }
    const document = step(read)
    Object.assign(document.nodes[1] ?? {}, { timeout_ms: 300, retry: { max_attempts: 3, delay_ms: 1, backoff: 1 } })
    const run = await execute(owner, document)
    expect(await storedRun(run.execution_id)).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    expect(sheets.asked).toHaveLength(3)
  })

  it('fails by name without an account, and with the account of another person sends nothing', async () => {
    const without = await execute(owner, step({ credential: undefined }))
    expect(await storedRun(without.execution_id)).toMatchObject({
      status: 'failed',
      error: { code: 'credential_missing' },
    })
    const stranger = await test.person('seller')
    const body = { name: 'Rows', document: step() }
    const refused = await test.call('POST', '/api/v1/workflows', { as: stranger, body })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'document.row.credential'])
    expect(sheets.asked).toEqual([])
  })

  it('lends its account to an HTTP request, which reaches the hosts of that account and no others', async () => {
    const request = (url: string) =>
      workflow(
        [node('start', 'manual_trigger'), node('ask', 'http_request', { url, credential: account })],
        wires('start > ask'),
      )
    const there = await execute(owner, request(`${sheets.url}/v4/anything`))
    expect(there.status).toBe('succeeded')
    expect(sheets.asked[0]?.headers.authorization).toMatch(/^Bearer /)
    const elsewhere = await execute(owner, request(`${sheets.peer.url}/elsewhere`))
    expect(await storedRun(elsewhere.execution_id)).toMatchObject({
      status: 'failed',
      error: { code: 'credential_host' },
    })
  })

  it('is listed where the account is used, and keeps it from being deleted unasked', async () => {
    await execute(owner, step())
    const url = `/api/v1/credentials/${account}`
    const { status, body } = await test.call('DELETE', url, { as: owner })
    expect([status, body.errors[0].code]).toEqual([409, 'credential_in_use'])
  })
})

describe('an account at an app', () => {
  it('is asked for each missing field by name', async () => {
    const { status, body } = await sheets.add(owner, {})
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'fields.client_id' }])
  })

  it('is connected through the client that the operator registered', async () => {
    const admin = await test.person('super_admin')
    const url = '/api/v1/admin/oauth-applications/google'
    expect((await test.call('PUT', url, { as: owner, body: CLIENT })).status).toBe(403)
    expect((await test.call('PUT', url, { as: admin, body: CLIENT })).status).toBe(200)
    const listed = await test.call('GET', '/api/v1/admin/oauth-applications', { as: admin })
    expect(listed.body.data.items).toContainEqual(expect.objectContaining({ name: 'google', client_id: 'chowk' }))
    expect(JSON.stringify(listed.body)).not.toContain('secret of chowk')
    const shown = await test.call('GET', app, { as: owner })
    expect(shown.body.data.sign_in[0]).toMatchObject({ registered: true, fields: [] })
    const made = await sheets.add(owner, {})
    const begun = await test.call('POST', `/api/v1/credentials/${made.body.data.account.id}/connect`, { as: owner })
    expect(new URL(begun.body.data.url).searchParams.get('client_id')).toBe('chowk')
    expect((await test.call('DELETE', url, { as: admin })).status).toBe(200)
    const again = await test.call('POST', `/api/v1/credentials/${made.body.data.account.id}/connect`, { as: owner })
    expect(again.status).toBe(409)
  })

  it('is changed by its owner alone, and not as a credential without an app', async () => {
    const made = await sheets.add(owner)
    const { id } = made.body.data.account
    const body = { sign_in: 'account', name: 'Ledger', fields: CLIENT }
    const stranger = await test.person()
    expect((await test.call('PUT', `${app}/accounts/${id}`, { as: stranger, body })).status).toBe(404)
    expect((await test.call('PUT', `${app}/accounts/${id}`, { as: owner, body })).body.data.account.name).toBe('Ledger')
    const fields = { client_id: 'x', hosts: 'evil.example' }
    expect((await test.call('PUT', `/api/v1/credentials/${id}`, { as: owner, body: { fields } })).status).toBe(400)
    const typed = await test.call('POST', '/api/v1/credentials', {
      as: owner,
      body: { type: 'app_account', name: 'Forged', fields },
    })
    expect(typed.status).toBe(400)
  })
})
