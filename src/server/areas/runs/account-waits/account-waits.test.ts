import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appAction } from '#nodes/types/integrations/app-action.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { collectNotices } from '#server/areas/runs/notices/notice-causes.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'
import { continueAccountWaits } from './account-waits.ts'

let sheets: SheetsApp
let model: ModelPeer
let test: TestApp
let seller: Person
let buyer: Person

beforeAll(async () => {
  model = await startModelPeer()
  sheets = await createSheetsApp({ model })
  test = sheets.test
  seller = await sheets.person('seller')
  buyer = await sheets.person()
})
afterAll(async () => {
  await sheets.close()
  await model.close()
})
afterEach(() => sheets.reset())

const ADD = { integration: 'google-sheets', action: 'add_row', title: 'Add a row' }
const input = { spreadsheetId: 'book-1', range: 'Sheet1', values: [['Asha']], valueInputOption: 'RAW' }
const writing = (config: object) =>
  workflow(
    [node('start', 'manual_trigger'), node('row', 'app_action', { ...ADD, input, ...config })],
    wires('start > row'),
  )

/** An account of which every use asks for a new token. */
async function fleeting(as: Person): Promise<string> {
  sheets.peer.behave({ expires_in: 1 })
  return sheets.connected(as, `Books of ${as.id}`)
}
const revoke = () => sheets.peer.behave({ expires_in: 1, revoked: true })
const asks = (slot: boolean) => ({
  type: 'free' as const,
  sends_to: [],
  accounts: slot
    ? [
        {
          ...{ slot: 'google-sheets', app: 'google-sheets', app_name: 'Google Sheets', purpose: 'to write the result' },
          actions: [{ id: 'add_row', title: 'Add a row', effect: 'write' as const }],
          ...{ hosts: ['sheets.googleapis.com'], scopes: [], effects: ['write' as const] },
        },
      ]
    : [],
})
const execute = async (as: Person, body: object) =>
  (await test.call('POST', '/api/v1/workflows/execute', { as, body: { input: {}, wait_ms: 20_000, ...body } })).body
    .data
const readRun = async (id: string, as: Person) => (await test.call('GET', `/api/v1/executions/${id}`, { as })).body.data
const wake = () =>
  continueAccountWaits(test.database.db, (id) => test.engine.engine.resolveWait(id, { type: 'account' }, null))
const noticesOf = async (as: Person) => {
  await collectNotices(test.database.db)
  const { rows } = await test.database.pool.query(
    'select title, message, href from notifications where user_id = $1 and read_at is null order by created_at',
    [as.id],
  )
  return rows as { title: string; message: string; href: string }[]
}
const ended = (id: string, as: Person, status: string) =>
  until(async () => {
    const run = await readRun(id, as)
    return run.status === status && run
  })
/** The row of the wait; a run that waits is held by no executor. */
const waitOf = async (id: string) =>
  (
    await test.database.pool.query(
      `select w.id, w.until, w.wait, e.executor from execution_waits w join executions e on e.id = w.execution_id
       where w.execution_id = $1 and w.resolved_at is null`,
      [id],
    )
  ).rows[0]

describe('an account that a buyer lent, revoked before a run reaches it', () => {
  let agent: PaidAgent
  let account: string
  beforeEach(async () => {
    account = await fleeting(buyer)
    agent = await insertAgent(
      test.database,
      writing({ buyer_account: true, purpose: 'to write the result' }),
      asks(true),
    )
    const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
    const lent = await test.call('PUT', url, { as: buyer, body: { account, version_id: agent.agent_version_id } })
    expect(lent.status).toBe(200)
    revoke()
  })

  it('makes the run wait without a worker, tells the buyer which one, and goes on once it is connected again', async () => {
    const run = await execute(buyer, { agent_id: agent.agent_id })
    expect(run.status).toBe('waiting')
    const shown = await readRun(run.execution_id, buyer)
    const message = 'The account for “Google Sheets” (to write the result) has to be connected again.'
    expect(shown.nodes.find((one: { wait: unknown }) => one.wait).wait).toMatchObject({
      type: 'account',
      title: message,
    })
    const wait = await waitOf(run.execution_id)
    expect(wait.executor).toBeNull()
    expect(new Date(wait.until).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect(JSON.stringify(wait.wait)).not.toContain(account)
    expect(await noticesOf(buyer)).toContainEqual({
      title: 'Paid agent is waiting for you',
      message,
      href: `/runs/${run.execution_id}`,
    })
    await wake()
    expect((await readRun(run.execution_id, buyer)).status).toBe('waiting')
    sheets.peer.behave({ expires_in: 3600, revoked: false })
    expect(await sheets.agree(buyer, account)).toBe('connected')
    await wake()
    await ended(run.execution_id, buyer, 'succeeded')
    expect(sheets.asked).toHaveLength(1)
    expect((await noticesOf(buyer)).filter(({ href }) => href.includes(run.execution_id))).toEqual([])
  })

  it('ends by the name of the slot when it is taken back meanwhile', async () => {
    const first = await execute(buyer, { agent_id: agent.agent_id })
    const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
    await test.call('DELETE', url, { as: buyer })
    await wake()
    const failed = await ended(first.execution_id, buyer, 'failed')
    expect(failed.error).toMatchObject({
      code: 'account_not_lent',
      message: 'Choose your account for “Google Sheets” (to write the result).',
    })
  })

  it('is refused before the next run begins', async () => {
    await execute(buyer, { agent_id: agent.agent_id })
    const next = await test.call('POST', '/api/v1/workflows/execute', {
      as: buyer,
      body: { agent_id: agent.agent_id, input: {} },
    })
    expect(next.body.errors[0]).toMatchObject({
      code: 'accounts_needed',
      message: 'Connect your account for “Google Sheets” (to write the result) again',
    })
  })
})

it('is waited for 7 days at most', () => {
  const kept = { turn: 1, since: Date.now() - 7 * 86_400_000 }
  expect(() => appAction.resume?.({} as never, { type: 'timeout', state: kept })).toThrow(
    'The account was not connected again within 7 days.',
  )
})

describe('an account of the seller', () => {
  it('tells the seller once however many runs wait, without a word of them, and buyers that they wait for the seller', async () => {
    const own = await fleeting(seller)
    const agent = await insertAgent(test.database, writing({ credential: own }), asks(false), seller.id)
    revoke()
    const runs = [
      await execute(buyer, { agent_id: agent.agent_id }),
      await execute(buyer, { agent_id: agent.agent_id }),
    ]
    expect(runs.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    const shown = await readRun(runs[0].execution_id, buyer)
    expect(JSON.stringify(shown)).toContain('Waiting for the seller to connect an account again.')
    expect(JSON.stringify(shown)).not.toContain('Books of')
    const notices = (await noticesOf(seller)).filter(({ title }) => title === 'Connect an account again')
    expect(notices).toHaveLength(1)
    expect(JSON.stringify(notices)).not.toContain(runs[0].execution_id)
    sheets.peer.behave({ expires_in: 3600, revoked: false })
    expect(await sheets.agree(seller, own)).toBe('connected')
    await wake()
    for (const run of runs) await ended(run.execution_id, buyer, 'succeeded')
    expect((await noticesOf(seller)).filter(({ title }) => title === 'Connect an account again')).toEqual([])
  })

  it('that is deleted while a run waits for it ends the run by name, although the workflow names it', async () => {
    const own = await fleeting(seller)
    const agent = await insertAgent(test.database, writing({ credential: own }), asks(false), seller.id)
    revoke()
    const { execution_id, status } = await execute(buyer, { agent_id: agent.agent_id })
    expect(status).toBe('waiting')
    const url = `/api/v1/credentials/${own}`
    const kept = await test.call('DELETE', url, { as: seller })
    expect([kept.status, kept.body.errors[0].code]).toEqual([409, 'credential_in_use'])
    expect(kept.body.errors[0].message).toContain('Test')
    expect((await test.call('DELETE', url, { as: seller, query: { even_if_used: 'true' } })).status).toBe(200)
    await wake()
    await ended(execution_id, buyer, 'failed')
    const { rows } = await test.database.pool.query('select error from executions where id = $1', [execution_id])
    expect(rows[0].error).toMatchObject({ code: 'credential_not_found' })
    expect(sheets.asked).toEqual([])
  })

  it('whose fresh token the app refuses is asked for again, and the run waits', async () => {
    const own = await sheets.connected(seller)
    const agent = await insertAgent(test.database, writing({ credential: own }), asks(false), seller.id)
    const answers = [{ status: 401, body: {} }]
    sheets.answers.reply = () => answers.shift() ?? { body: {} }
    const renewed = await execute(buyer, { agent_id: agent.agent_id })
    expect(renewed.status).toBe('succeeded')
    const [first, second] = sheets.asked
    expect(second?.headers.authorization).not.toBe(first?.headers.authorization)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    sheets.answers.reply = () => ({ status: 401, body: {} })
    const waiting = await execute(buyer, { agent_id: agent.agent_id })
    expect(waiting.status).toBe('waiting')
    const { rows } = await test.database.pool.query('select status from credentials where id = $1', [own])
    expect(rows[0].status).toBe('reconnect')
  })
})

it('a tool of an agent waits for the account that a buyer lent, and the agent goes on with what it had done', async () => {
  const account = await fleeting(buyer)
  const tool = {
    ...{ kind: 'app', name: 'add_row', description: 'Adds a row.', integration: 'google-sheets', action: 'add_row' },
    ...{ effect: 'write', approved: true, buyer_account: true, purpose: 'to write the result', fixed: input },
  }
  const document = workflow(
    [node('start', 'manual_trigger'), node('agent', 'ai_agent', { task: 'Write it down', tools: [tool] })],
    wires('start > agent'),
  )
  const agent = await insertAgent(test.database, document, asks(true))
  const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
  const lent = await test.call('PUT', url, { as: buyer, body: { account, version_id: agent.agent_version_id } })
  expect(lent.status).toBe(200)
  revoke()
  model.behave({ type: 'tools', calls: [{ name: 'add_row', arguments: {} }] }, { type: 'answer', text: 'Written.' })
  const run = await execute(buyer, { agent_id: agent.agent_id })
  expect(run.status).toBe('waiting')
  const wait = await waitOf(run.execution_id)
  expect([wait.executor, wait.wait.type, wait.wait.slot]).toEqual([null, 'account', 'google-sheets'])
  expect(JSON.stringify(wait.wait)).not.toContain(account)
  expect(await noticesOf(buyer)).toContainEqual(
    expect.objectContaining({
      href: `/runs/${run.execution_id}`,
      message: expect.stringContaining('connected again'),
    }),
  )
  const shown = await readRun(run.execution_id, buyer)
  expect(JSON.stringify(shown)).not.toContain('Write it down')
  sheets.peer.behave({ expires_in: 3600, revoked: false })
  expect(await sheets.agree(buyer, account)).toBe('connected')
  await wake()
  const { output } = await ended(run.execution_id, buyer, 'succeeded')
  expect(output).toMatchObject({ text: 'Written.', calls: [{ tool: 'add_row', ok: true }] })
  expect(sheets.asked).toHaveLength(1)
  // The model is not asked again for what it had decided.
  expect(model.asked).toHaveLength(2)
})
