/**
 * Things of connectors that were right once: a link to connect, a lent account, an approval, a delivery that was accepted. Used after what
 * they stood for was taken away, they do nothing.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createCallMeter } from '#server/areas/billing/plan-limits/call-meter.ts'
import { continueAccountWaits } from '#server/areas/runs/account-waits/account-waits.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { startItems } from '#server/areas/runs/app-triggers/start-items.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { stopForbidden } from '#server/areas/runs/executions/stop-runs.ts'
import { nextRun } from '#server/engine/schedules.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'
import { CLIENT, createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'

let sheets: SheetsApp
let model: ModelPeer
let test: TestApp
let meter: CallMeter
beforeAll(async () => {
  model = await startModelPeer()
  sheets = await createSheetsApp({ model, options: { meter: { take: (user) => meter.take(user) } } })
  test = sheets.test
  meter = createCallMeter(test.database.db)
})
afterAll(async () => {
  await sheets.close()
  await model.close()
})
afterEach(() => sheets.reset())

const set = (person: { id: string }, column: 'status' | 'role', value: string) =>
  test.database.pool.query(`update users set ${column} = $2 where id = $1`, [person.id, value])
const statusOf = async (id: string) =>
  (await test.database.pool.query('select status from executions where id = $1', [id])).rows[0]?.status as string

describe('a link to connect an account', () => {
  const begin = async (as: Person, id: string): Promise<Record<string, string>> => {
    const begun = await test.call('POST', `/api/v1/credentials/${id}/connect`, { as })
    const choose = new URL(begun.body.data.url.replace('/authorize', '/choose'))
    choose.searchParams.set('choice', '1')
    const back = await fetch(choose, { redirect: 'manual' })
    return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
  }
  const answer = (as: Person, query: Record<string, string>) =>
    test.call('POST', '/api/v1/oauth2/gmail/callback', { as, body: query })

  it('connects nothing once the account was deleted, or is another one', async () => {
    const owner = await sheets.person()
    const one = (await sheets.add(owner)).body.data.account.id
    const first = await begin(owner, one)
    expect((await test.call('DELETE', `/api/v1/credentials/${one}`, { as: owner })).status).toBe(200)
    expect((await answer(owner, first)).body.data.outcome).not.toBe('connected')
    const two = (await sheets.add(owner)).body.data.account.id
    const second = await begin(owner, two)
    const other = { sign_in: 'account', name: 'Other', fields: { ...CLIENT, client_id: 'another' } }
    const url = `/api/v1/integrations/google-sheets/accounts/${two}`
    expect((await test.call('PUT', url, { as: owner, body: other })).status).toBe(200)
    expect((await answer(owner, second)).body.data.outcome).not.toBe('connected')
    const { rows } = await test.database.pool.query('select status from credentials where owner_id = $1', [owner.id])
    expect(rows).toEqual([{ status: 'connecting' }])
  })

  it('is refused to a person who was blocked meanwhile', async () => {
    const owner = await sheets.person()
    const { id } = (await sheets.add(owner)).body.data.account
    const link = await begin(owner, id)
    test.block(owner)
    expect((await answer(owner, link)).status).toBe(403)
    const { rows } = await test.database.pool.query('select status from credentials where id = $1', [id])
    expect(rows).toEqual([{ status: 'connecting' }])
  })
})

describe('an account that was lent', () => {
  const ASKED = {
    ...{ slot: 'google-sheets', app: 'google-sheets', app_name: 'Google Sheets', purpose: 'to write the result' },
    actions: [{ id: 'add_row', title: 'Add a row', effect: 'write' as const }],
    ...{ hosts: ['sheets.googleapis.com'], scopes: [], effects: ['write' as const] },
  }
  const input = { spreadsheetId: 'book-1', range: 'Sheet1', values: [['Asha']], valueInputOption: 'RAW' }
  const slot = { buyer_account: true, purpose: 'to write the result' }
  const step = workflow(
    [
      node('start', 'manual_trigger'),
      node('row', 'app_action', { integration: 'google-sheets', action: 'add_row', input, ...slot }),
    ],
    wires('start > row'),
  )
  const tool = {
    ...{ kind: 'app', name: 'add_row', description: 'Adds a row.', integration: 'google-sheets', action: 'add_row' },
    ...{ effect: 'write', fixed: input, ...slot },
  }
  const asking = workflow(
    [node('start', 'manual_trigger'), node('agent', 'ai_agent', { task: 'Write it down', tools: [tool] })],
    wires('start > agent'),
  )

  async function lend(
    document: typeof step,
  ): Promise<{ buyer: Person; seller: Person; account: string; agent: PaidAgent }> {
    const [buyer, seller] = [await sheets.person(), await test.person('seller')]
    sheets.peer.behave({ expires_in: 1 })
    const account = await sheets.connected(buyer)
    const agent = await insertAgent(test.database, document, { type: 'free', accounts: [ASKED] }, seller.id as UserId)
    const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
    const body = { account, version_id: agent.agent_version_id }
    expect((await test.call('PUT', url, { as: buyer, body })).status).toBe(200)
    return { buyer, seller, account, agent }
  }
  const execute = async (as: Person, { agent_id }: PaidAgent) => {
    const body = { agent_id, input: {}, wait_ms: 20_000 }
    return (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data
  }

  it.each(['buyer', 'seller'] as const)(
    'is not used by a run that waited for it when its %s is blocked',
    async (who) => {
      const { account, agent, ...people } = await lend(step)
      sheets.peer.behave({ revoked: true })
      const { execution_id, status } = await execute(people.buyer, agent)
      expect(status).toBe('waiting')
      await set(people[who], 'status', 'blocked')
      await stopForbidden(test.database.db, { engine: test.engine.engine, log: console })
      sheets.peer.behave({ revoked: false, expires_in: 3600 })
      await test.database.pool.query(`update credentials set status = 'ready' where id = $1`, [account])
      const end = (id: string) => test.engine.engine.resolveWait(id, { type: 'account' }, null)
      await continueAccountWaits(test.database.db, end)
      await until(async () => ['cancelled', 'failed'].includes(await statusOf(execution_id)))
      expect(sheets.asked).toEqual([])
    },
  )

  it('is not used by a call that its buyer approved after they had taken it back', async () => {
    const { buyer, agent } = await lend(asking)
    model.behave({ type: 'tools', calls: [{ name: 'add_row', arguments: {} }] }, { type: 'answer', text: 'Done.' })
    const { execution_id } = await execute(buyer, agent)
    const { rows } = await test.database.pool.query('select id from execution_waits where execution_id = $1', [
      execution_id,
    ])
    const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
    expect((await test.call('DELETE', url, { as: buyer })).status).toBe(200)
    const approve = `/api/v1/executions/${execution_id}/waits/${rows[0].id}`
    const answered = await test.call('POST', approve, { as: buyer, body: { type: 'approval', approved: true } })
    // Refused at the door, or by the step: nothing is sent either way.
    if (answered.status === 200) await until(async () => (await statusOf(execution_id)) === 'succeeded')
    expect(sheets.asked).toEqual([])
  })
})

/** A published workflow that watches rows of an account, and what looks and starts runs. */
async function watchRows(owner: Person, account: string, end: ReturnType<typeof node>) {
  const watched = {
    ...{ integration: 'google-sheets', trigger: 'new_row', credential: account, every_minutes: 1 },
    input: { spreadsheetId: 'book', range: 'Sheet1' },
  }
  const document = workflow([node('start', 'app_trigger', watched), end], wires('start > end'))
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Watches', document } })
  const { id, revision } = made.body.data
  const body = { base_revision: revision }
  expect((await test.call('POST', `/api/v1/workflows/${id}/publish`, { as: owner, body })).status).toBe(200)
  const { db, pool } = test.database
  const log = { warn: () => {} } as never
  const parts = { db, triggers: test.triggers, ring: test.ring, publicUrl: 'https://chowk.example', nextRun, log }
  return {
    look: async (...rows: string[]) => {
      sheets.answers.reply = () => ({ body: { values: [['Name'], ...rows.map((row) => [row])] } })
      await syncAppTriggers(db, test.triggers, test.ring)
      await pool.query(`update app_triggers set next_at = now() - interval '1 s' where owner_id = $1`, [owner.id])
      await advanceAppTriggers(parts, new AbortController().signal)
    },
    items: async () => {
      const items = `select from app_trigger_items i join app_triggers t on t.id = i.app_trigger_id where t.owner_id = $1`
      return (await pool.query(items, [owner.id])).rowCount
    },
    begin: () => startItems(db, (run) => test.engine.engine.start(run), log),
    runs: async () => (await pool.query('select status, error from executions where workflow_id = $1', [id])).rows,
  }
}

describe('what an app has new', () => {
  it('starts nothing once its owner may not build workflows, also what was seen before', async () => {
    const owner = await sheets.person('seller')
    const watch = await watchRows(owner, await sheets.connected(owner), node('end', 'set_fields'))
    await watch.look()
    await watch.look('Asha')
    expect(await watch.items()).toBe(1)
    await set(owner, 'role', 'basic_user')
    await watch.begin()
    expect(await watch.runs()).toEqual([])
    await set(owner, 'role', 'seller')
    await watch.begin()
    expect(await watch.runs()).toEqual([])
  })
})

describe('what was made under a larger plan', () => {
  it('is asked what the smaller one allows: a key, a connection, and what an app had new', async () => {
    const { pool } = test.database
    const owner = await sheets.person('seller')
    await givePlan(test.database, owner.id)
    const account = await sheets.connected(owner)
    const key = await test.call('POST', '/api/v1/api-keys', {
      as: owner,
      body: { name: 'Old', scopes: ['read', 'run'] },
    })
    expect(key.status).toBe(201)
    const read = (caller: object) =>
      test.call('POST', '/api/v1/actions/google-sheets/read_rows', {
        ...caller,
        body: { input: { spreadsheetId: 'book', range: 'Sheet1' }, account },
      })
    const byKey = { headers: { authorization: `Bearer ${key.body.data.secret}` } }
    const watch = await watchRows(owner, account, node('end', 'make_file', { content: 'A row', name: 'row.txt' }))
    await watch.look()
    await watch.look('Asha')
    expect([await watch.items(), (await read(byKey)).status]).toEqual([1, 200])
    // More than the free limits allow was used when the plan ended.
    await pool.query(
      `insert into storage_used (user_id, bytes) values ($1, 600000000) on conflict (user_id) do update set bytes = excluded.bytes`,
      [owner.id],
    )
    await pool.query('update api_calls set calls = 600 where user_id = $1', [owner.id])
    await pool.query(`update subscriptions set status = 'ended', ended_at = now() where user_id = $1`, [owner.id])
    const refused = await read(byKey)
    expect([refused.status, refused.body.errors[0].code]).toEqual([402, 'plan_limit'])
    // No plan limits connections: they stay, and their owner uses them as before.
    expect((await read({ as: owner })).body.data.status).toBe('succeeded')
    await watch.begin()
    await until(async () => (await watch.runs()).every(({ status }) => status === 'failed'))
    expect(await watch.runs()).toMatchObject([{ status: 'failed', error: { code: 'plan_limit' } }])
    // What it found later starts a run as well, which is told the same.
    await watch.look('Asha', 'Ravi')
    await watch.begin()
    await until(async () => (await watch.runs()).filter(({ status }) => status === 'failed').length === 2)
    await givePlan(test.database, owner.id)
    expect((await read(byKey)).status).toBe(200)
  })
})
