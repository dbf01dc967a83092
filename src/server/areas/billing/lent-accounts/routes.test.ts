import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentAccount } from '#contract/agents/agents.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'

let sheets: SheetsApp
let test: TestApp
let buyer: Person
let account: string

beforeAll(async () => {
  sheets = await createSheetsApp()
  test = sheets.test
  buyer = await sheets.person()
  account = await sheets.connected(buyer)
})
afterAll(() => sheets.close())
afterEach(() => sheets.reset())

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const ASKED: AgentAccount = {
  slot: 'google-sheets',
  app: 'google-sheets',
  app_name: 'Google Sheets',
  purpose: 'to write the result',
  actions: [{ id: 'add_row', title: 'Add a row', effect: 'write' }],
  hosts: ['sheets.googleapis.com'],
  scopes: [SCOPE],
  effects: ['write'],
}
const row = { spreadsheetId: 'book-1', range: 'Sheet1', values: [['{{ $input.name }}']], valueInputOption: 'RAW' }
const writes = (config: object = {}) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('row', 'app_action', {
        ...{ integration: 'google-sheets', action: 'add_row', title: 'Add a row', input: row },
        ...{ buyer_account: true, purpose: 'to write the result', ...config },
      }),
    ],
    wires('start > row'),
  )

let agent: PaidAgent
beforeEach(async () => {
  agent = await insertAgent(test.database, writes(), {
    type: 'free',
    sends_to: ['Google Sheets (your own account)'],
    accounts: [ASKED],
  })
})

const slots = (as: Person | null, query: Record<string, string> = {}, of = agent) =>
  test.call('GET', `/api/v1/agents/${of.agent_id}/accounts`, { as, query })
const lend = (as: Person | null, body: object = {}, slot = 'google-sheets', of = agent) =>
  test.call('PUT', `/api/v1/agents/${of.agent_id}/accounts/${slot}`, {
    as,
    body: { account, version_id: of.agent_version_id, ...body },
  })
const takeBack = (as: Person | null, of = agent) =>
  test.call('DELETE', `/api/v1/agents/${of.agent_id}/accounts/google-sheets`, { as })
const execute = (as: Person | null, of = agent, more: object = {}) =>
  test.call('POST', '/api/v1/workflows/execute', {
    as,
    body: { agent_id: of.agent_id, input: { name: 'Asha' }, wait_ms: 20_000, ...more },
  })
/** Puts another version in the place of the one that is published. */
const publish = async (accounts: AgentAccount[], of = agent) => {
  await test.database.pool.query(
    `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
       price_paise, content_hash, permissions, published_at)
     select gen_random_uuid(), agent_id, (select max(number) + 1 from agent_versions where agent_id = v.agent_id), workflow_version_id, input_schema, output_schema, view, samples, price_type,
       price_paise, gen_random_uuid()::text, $2, now() from agent_versions v where id = $1`,
    [of.agent_version_id, JSON.stringify({ sends_to: ['Google Sheets (your own account)'], accounts })],
  )
  const { rows } = await test.database.pool.query(
    `update agents set current_version_id = (select id from agent_versions where agent_id = $1 order by number desc limit 1)
     where id = $1 returning current_version_id as id`,
    [of.agent_id],
  )
  return rows[0].id as string
}
const token = () => sheets.asked.at(-1)?.headers.authorization

describe('an agent that works with an account of its buyer', () => {
  it('says before anything is lent what it needs, and what for', async () => {
    const { status, body } = await slots(buyer)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      agent_id: agent.agent_id,
      version_id: agent.agent_version_id,
      accounts: [{ ...ASKED, state: 'empty', more: [], account: null }],
    })
    const shown = await test.call('GET', `/api/v1/agents/${agent.agent_id}`)
    expect(shown.body.data.version.permissions.accounts).toEqual([ASKED])
  })

  it('is refused by the name of the slot before it starts, and runs with the account once it is lent', async () => {
    const refused = await execute(buyer)
    expect(refused.status).toBe(409)
    expect(refused.body.errors).toEqual([
      {
        code: 'accounts_needed',
        field: 'accounts.google-sheets',
        message: 'Choose your account for “Google Sheets” (to write the result)',
      },
    ])
    expect(sheets.asked).toEqual([])
    const lent = await lend(buyer)
    expect(lent.body.data.accounts[0]).toMatchObject({ state: 'ready', account: { id: account, name: 'Books' } })
    sheets.answers.reply = () => ({ body: { updates: { updatedRows: 1 } } })
    const run = await execute(buyer)
    expect(run.body.data).toMatchObject({ status: 'succeeded', output: { updates: { updatedRows: 1 } } })
    expect(token()).toMatch(/^Bearer /)
    const { body } = await test.call('GET', '/api/v1/integrations/google-sheets/calls', { as: buyer })
    expect(body.data.items[0]).toMatchObject({ action: 'add_row', execution_id: run.body.data.execution_id })
    expect(body.data.items[0].account).toMatchObject({ id: account })
    const url = `/api/v1/executions/${run.body.data.execution_id}/app-calls`
    const ofRun = await test.call('GET', url, { as: buyer })
    expect(ofRun.body.data).toMatchObject({
      total: 1,
      items: [{ action: 'add_row', account: { id: account, name: 'Books' } }],
    })
    expect((await test.call('GET', url, { as: await sheets.person() })).status).toBe(404)
  })

  it('costs nothing when it is refused', async () => {
    const paid = await insertAgent(test.database, writes(), {
      type: 'per_run',
      paise: 500,
      trial_runs: 1,
      accounts: [ASKED],
    })
    expect((await execute(buyer, paid)).body.errors[0].code).toBe('accounts_needed')
    const { rows } = await test.database.pool.query('select from charges where agent_id = $1', [paid.agent_id])
    expect(rows).toEqual([])
  })

  it('is refused again after the account was taken back, also a run that is repeated', async () => {
    await lend(buyer)
    const first = await execute(buyer)
    expect(first.body.data.status).toBe('succeeded')
    expect((await takeBack(buyer)).body.data.accounts[0].state).toBe('empty')
    expect((await execute(buyer)).status).toBe(409)
    const again = await test.call('POST', `/api/v1/executions/${first.body.data.execution_id}/control`, {
      as: buyer,
      body: { action: 'rerun' },
    })
    expect(again.body.errors[0].code).toBe('accounts_needed')
    expect((await takeBack(buyer)).status).toBe(404)
  })

  it('is refused for visitors, and for a service, a schedule and a widget of the buyer', async () => {
    expect((await execute(null)).body.errors[0].code).toBe('accounts_needed')
    const made = await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: agent.agent_id } })
    const { id } = made.body.data
    const run = await test.call('POST', '/api/v1/workflows/execute', { as: buyer, body: { service_id: id, input: {} } })
    expect(run.body.errors[0].code).toBe('accounts_needed')
    const schedule = await test.call('POST', `/api/v1/services/${id}/schedules`, {
      as: buyer,
      body: { cron: '0 9 * * 1', time_zone: 'Asia/Kolkata', input: {} },
    })
    expect(schedule.body.errors[0].code).toBe('accounts_needed')
    expect((await slots(buyer, { service_id: id })).body.data.version_id).toBe(agent.agent_version_id)
  })

  it('uses the account of its seller in runs of the seller', async () => {
    const seller = await sheets.person('seller')
    const own = await sheets.connected(seller, 'Of the seller')
    const theirs = await insertAgent(
      test.database,
      writes({ credential: own }),
      { type: 'free', accounts: [ASKED] },
      seller.id,
    )
    await lend(buyer, { version_id: theirs.agent_version_id }, 'google-sheets', theirs)
    await execute(buyer, theirs)
    const bought = token()
    expect((await execute(seller, theirs)).body.data.status).toBe('succeeded')
    expect(token()).not.toBe(bought)
    const { rows } = await test.database.pool.query(
      'select c.owner_id, c.credential_id from app_calls c join executions e on e.id = c.execution_id where e.agent_id = $1 order by c.at',
      [theirs.agent_id],
    )
    expect(rows).toEqual([
      { owner_id: buyer.id, credential_id: account },
      { owner_id: seller.id, credential_id: own },
    ])
  })
})

describe('lending', () => {
  it('takes only an account of the caller at the app of the slot that is connected', async () => {
    const stranger = await sheets.person()
    const foreign = await sheets.connected(stranger)
    expect((await lend(buyer, { account: foreign })).body.errors[0]).toMatchObject({
      code: 'invalid_input',
      field: 'account',
    })
    const waiting = await sheets.add(buyer)
    expect((await lend(buyer, { account: waiting.body.data.account.id })).body.errors[0].field).toBe('account')
    const other = await test.call('POST', '/api/v1/integrations/telegram/accounts', {
      as: buyer,
      body: { sign_in: 'key', name: 'Bot', fields: { token: '12345678:abcdefghijklmnopqrstuvwxyz' } },
    })
    expect(other.status).toBe(201)
    expect((await lend(buyer, { account: other.body.data.account.id })).body.errors[0].field).toBe('account')
    expect((await slots(buyer)).body.data.accounts[0].state).toBe('empty')
  })

  it('takes no slot that the version does not name, no version of another agent, and no visitor', async () => {
    expect((await lend(buyer, {}, 'gmail')).status).toBe(404)
    const other = await insertAgent(test.database, writes(), { type: 'free', accounts: [ASKED] })
    expect((await lend(buyer, { version_id: other.agent_version_id })).status).toBe(404)
    expect((await lend(null)).status).toBe(401)
    expect((await slots(null)).status).toBe(401)
    expect((await takeBack(null)).status).toBe(401)
  })

  it('is for one agent and one person', async () => {
    await lend(buyer)
    const other = await insertAgent(test.database, writes(), { type: 'free', accounts: [ASKED] })
    expect((await execute(buyer, other)).body.errors[0].code).toBe('accounts_needed')
    const stranger = await sheets.person()
    expect((await execute(stranger)).body.errors[0].code).toBe('accounts_needed')
    expect((await slots(stranger)).body.data.accounts[0].account).toBeNull()
    expect((await takeBack(stranger)).status).toBe(404)
    expect((await execute(buyer)).body.data.status).toBe('succeeded')
  })

  it('takes no account that allows less than the slot asks for', async () => {
    await publish([{ ...ASKED, scopes: [SCOPE, 'https://www.googleapis.com/auth/drive'] }])
    const { version_id } = (await slots(buyer)).body.data
    const { body } = await lend(buyer, { version_id })
    expect(body.errors[0].message).toContain('https://www.googleapis.com/auth/drive')
  })

  it('twice is the second account', async () => {
    await lend(buyer)
    const second = await sheets.connected(buyer, 'Ledger')
    await lend(buyer, { account: second })
    expect((await slots(buyer)).body.data.accounts[0].account).toMatchObject({ id: second, name: 'Ledger' })
  })

  it('ends with the account, by the name of the slot', async () => {
    const gone = await sheets.connected(buyer, 'Gone')
    await lend(buyer, { account: gone })
    const kept = await test.call('DELETE', `/api/v1/credentials/${gone}`, { as: buyer })
    expect([kept.status, kept.body.errors[0].code]).toEqual([409, 'credential_in_use'])
    expect(kept.body.errors[0].message).toContain('Paid agent')
    const forced = await test.call('DELETE', `/api/v1/credentials/${gone}`, {
      as: buyer,
      query: { even_if_used: 'true' },
    })
    expect(forced.status).toBe(200)
    expect((await execute(buyer)).body.errors[0].field).toBe('accounts.google-sheets')
  })
})

describe('a version that asks for more', () => {
  it.each<[string, Partial<AgentAccount>, string]>([
    ['a new effect', { effects: ['write', 'destructive'] }, 'delete data'],
    ['another host', { hosts: ['sheets.googleapis.com', 'evil.example'] }, 'send data to evil.example'],
    ['another scope', { scopes: [SCOPE, 'drive'] }, 'use the permission drive'],
  ])('%s stops runs until the buyer agrees, and names it', async (_, more, words) => {
    await lend(buyer)
    await publish([{ ...ASKED, ...more }])
    const { body } = await execute(buyer)
    expect(body.errors[0].message).toContain(words)
    expect((await slots(buyer)).body.data.accounts[0]).toMatchObject({ state: 'asks_more', more: [words] })
  })

  it('another app in the same slot is another account', async () => {
    await lend(buyer)
    await publish([{ ...ASKED, app: 'telegram', app_name: 'Telegram' }])
    expect((await slots(buyer)).body.data.accounts[0]).toMatchObject({ state: 'empty', account: null })
    expect((await execute(buyer)).body.errors[0].message).toContain('Telegram')
  })

  it('carries over what did not change, and runs again once it was agreed to', async () => {
    await lend(buyer)
    await publish([{ ...ASKED, purpose: 'to write results' }])
    expect((await execute(buyer)).body.data.status).toBe('succeeded')
    const version_id = await publish([{ ...ASKED, effects: ['write', 'destructive'] }])
    await lend(buyer, { version_id })
    expect((await execute(buyer)).body.data.status).toBe('succeeded')
  })
})

describe('a step that the version does not declare', () => {
  it('gets no account of the buyer', async () => {
    const other = await insertAgent(
      test.database,
      writes({ action: 'clear_cells', input: { spreadsheetId: 'a', range: 'b' } }),
      {
        type: 'free',
        accounts: [ASKED],
      },
    )
    await lend(buyer, { version_id: other.agent_version_id }, 'google-sheets', other)
    const { body } = await execute(buyer, other)
    const run = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: buyer })
    expect(run.body.data.status).toBe('failed')
    expect(JSON.stringify(run.body.data)).toContain('account_not_lent')
    expect(sheets.asked).toEqual([])
  })
})
