import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import type { ModelPort, ModelRequest, RecordedUsage } from '#nodes/model-port.ts'
import type { RunAs } from '#nodes/ports.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createVaultOf } from '#server/areas/accounts/credentials/vault-of.ts'
import { chargeOfModels } from '#server/areas/billing/charges/charges.store.ts'
import { holdModelCost } from '#server/areas/billing/charges/model-costs.ts'
import { createModelClient } from '#server/gateways/models/client.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { busy } from '#test/support/busy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner } from '#test/support/engine.ts'
import { createModelPort } from './model-port.ts'
import { saveSettings } from './models.store.ts'

let database: TestDatabase
let peer: ModelPeer
let spare: ModelPeer
let outbound: Outbound
let port: ModelPort
/** How long the port wanted to wait, in ms. */
const waits: number[] = []
let owner: UserId
let who: RunAs

const addModel = async (user: UserId | null, base_url = peer.url, prices: [number, number] | null = [100, 200]) => {
  const id = uuidv7()
  await database.pool.query(
    `insert into models (id, owner_id, name, provider, base_url, model, input_price, output_price)
     values ($1, $2, 'M', 'ollama', $3, 'small', $4, $5)`,
    [id, user, base_url, prices?.[0] ?? null, prices?.[1] ?? null],
  )
  return id
}
const callsOf = async (user: UserId) => {
  const sql = 'select * from model_calls where user_id = $1 order by created_at, id'
  return (await database.pool.query(sql, [user])).rows
}

beforeAll(async () => {
  database = await createTestDatabase()
  peer = await startModelPeer()
  spare = await startModelPeer()
  outbound = createOutbound({ allow: [peer.host, spare.host] })
  const { db } = database
  const costs = { chargeOf: chargeOfModels, hold: holdModelCost }
  const vault = createVaultOf(db, [{ id: 'test', key: Buffer.alloc(32, 7) }])
  const pause = async (ms: number) => void waits.push(ms)
  port = createModelPort({ db, vault, environment: null, costs, ask: createModelClient(outbound).ask, pause })
})
afterAll(async () => {
  outbound.close()
  await peer.close()
  await spare.close()
  await database.drop()
})
beforeEach(async () => {
  waits.length = 0
  peer.asked.length = 0
  spare.asked.length = 0
  peer.behave({ type: 'answer', text: 'fine', usage: { input: 100, output: 10 } })
  spare.behave({ type: 'answer', text: 'from the spare one' })
  owner = (await createOwner(database.pool)) as UserId
  who = { owner: { user_id: owner }, author: null, version: null }
})

const hello = { messages: [{ role: 'user' as const, content: 'hello' }], max_output_tokens: 50 }
const generate = (
  request: Partial<ModelRequest> = {},
  as: RunAs = who,
  account?: Parameters<ModelPort['generate']>[4],
  signal = new AbortController().signal,
) => port.generate({ ...hello, ...request }, as, signal, undefined, account)
const person = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
}

describe('which model is asked', () => {
  it('none is there: it says so', async () => {
    expect(await port.available(who)).toBe(false)
    await expect(generate()).rejects.toMatchObject({ code: 'model_missing' })
  })

  it('the default of the runner, else their first, else the operator’s', async () => {
    const operator = await addModel(null)
    expect(await port.available(who)).toBe(true)
    expect(await port.available({ owner: { visitor_key: 'v' }, author: null, version: null })).toBe(true)
    await generate()
    const first = await addModel(owner)
    const second = await addModel(owner)
    await generate()
    const settings = { fallback_model: null, daily_tokens: null, daily_paise: null }
    await saveSettings(database.db, owner, { ...settings, default_model: second })
    await generate()
    expect((await callsOf(owner)).map((call) => call.model_id)).toEqual([operator, first, second])
    await database.pool.query('delete from models where id = $1', [operator])
  })

  it('one of the author only where a step names it, and never one of a stranger', async () => {
    const author = (await createOwner(database.pool)) as UserId
    const theirs = await addModel(author)
    const as = { ...who, author }
    await expect(generate({}, as)).rejects.toMatchObject({ code: 'model_missing' })
    expect(await generate({ model: theirs }, as)).toMatchObject({ text: 'fine' })
    const [call] = await callsOf(owner)
    // The author's model is on the author's budget.
    expect(call).toMatchObject({ owner_id: author, user_id: owner })
    await expect(generate({ model: theirs })).rejects.toMatchObject({ code: 'model_not_found', field: 'model' })
    const fallback = generate({ model: await addModel(owner), fallback_model: theirs })
    await expect(fallback).rejects.toMatchObject({ code: 'model_not_found', field: 'fallback_model' })
    expect(peer.asked).toHaveLength(1)
  })
})

it('a model of the runner is asked by no step of another person that names it', async () => {
  const mine = await addModel(owner)
  const as = { ...who, author: (await createOwner(database.pool)) as UserId }
  for (const request of [{ model: mine }, { fallback_model: await addModel(owner) }])
    await expect(generate(request, as)).rejects.toMatchObject({ code: 'model_not_found' })
  // It is their default where the steps are open to them.
  expect(await generate({}, as)).toMatchObject({ text: 'fine' })
  expect((await callsOf(owner)).map((call) => call.model_id)).toEqual([mine])
})

describe('a provider that is busy or broken', () => {
  beforeEach(() => addModel(owner))

  it('is asked again after the time it asks for', async () => {
    peer.behave(
      { type: 'status', status: 429, retry_after: 3 },
      { type: 'status', status: 500 },
      { type: 'answer', text: 'at last' },
    )
    expect(await generate()).toMatchObject({ text: 'at last' })
    expect(waits).toEqual([3000, 1500])
    expect((await callsOf(owner)).map((call) => call.error)).toEqual(['model_limited', 'model_failed', null])
  })

  it('is left alone when it asks for too much time, and after three tries', async () => {
    peer.behave({ type: 'status', status: 429, retry_after: 3600 })
    await expect(generate()).rejects.toMatchObject({ code: 'model_limited', retryable: true })
    expect(peer.asked).toHaveLength(1)
    peer.behave({ type: 'cut', text: 'one two three', after: 2 })
    await expect(generate()).rejects.toMatchObject({ code: 'model_cut' })
    expect(peer.asked).toHaveLength(4)
  })

  it('is not asked again for what it refuses', async () => {
    peer.behave({ type: 'status', status: 400, message: 'Bad request' })
    await expect(generate()).rejects.toMatchObject({ code: 'model_refused' })
    expect(peer.asked).toHaveLength(1)
  })

  it('is followed by the second model', async () => {
    const fallback_model = await addModel(owner, spare.url)
    peer.behave({ type: 'status', status: 503 })
    expect(await generate({ fallback_model })).toMatchObject({ text: 'from the spare one' })
    expect([peer.asked.length, spare.asked.length]).toEqual([3, 1])
    spare.behave({ type: 'status', status: 401 })
    await expect(generate({ fallback_model })).rejects.toThrow(/fallback model failed too/)
  })

  it('ends with the signal, and nothing is asked then', async () => {
    const stopped = new AbortController()
    peer.behave({ type: 'hang' })
    const call = generate({ fallback_model: await addModel(owner, spare.url) }, who, undefined, stopped.signal)
    while (peer.asked.length === 0) await new Promise(setImmediate)
    stopped.abort(new Error('cancelled'))
    await expect(call).rejects.toThrow('cancelled')
    expect(spare.asked).toEqual([])
    const [row] = await callsOf(owner)
    expect(row).toMatchObject({ error: 'aborted' })
    expect(row.input_tokens).toBeGreaterThan(0)
  })
})

describe('an answer that cannot be used', () => {
  beforeEach(() => addModel(owner))

  it('is said to the model, which gets two more chances', async () => {
    peer.behave(
      { type: 'answer', text: 'Here is the JSON you want!' },
      { type: 'answer', text: '{"nme": "Asha"}' },
      { type: 'answer', text: '```json\n{"name": "Asha"}\n```' },
    )
    const answer = await generate({ schema: person })
    expect(answer.object).toEqual({ name: 'Asha' })
    expect(peer.asked).toHaveLength(3)
    const repair = peer.asked[2]?.body.messages?.at(-1)
    expect(repair).toMatchObject({ role: 'user', content: expect.stringContaining('name') })
    expect(answer.usage.output_tokens).toBeGreaterThan(6)
  })

  it('is refused after that', async () => {
    peer.behave({ type: 'answer', text: '[]' })
    await expect(generate({ schema: person })).rejects.toMatchObject({ code: 'model_schema' })
    expect(peer.asked).toHaveLength(3)
  })

  it('names the tools there are when a model calls another', async () => {
    const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } }]
    peer.behave(
      { type: 'tools', calls: [{ name: 'rm_rf', arguments: {} }] },
      { type: 'tools', calls: [{ name: 'find', arguments: {} }] },
    )
    expect((await generate({ tools })).tool_calls).toEqual([{ id: 'call_1', name: 'find', arguments: {} }])
    expect(peer.asked[1]?.body.messages?.at(-1)).toMatchObject({ role: 'tool', content: 'There is no tool "rm_rf".' })
    peer.behave({ type: 'tools', calls: [{ name: 'rm_rf', arguments: {} }] })
    await expect(generate({ tools })).rejects.toMatchObject({ code: 'model_tools' })
  })

  it('does not run a schema of a person that never ends', async () => {
    const pattern = { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } }
    peer.behave({ type: 'answer', text: JSON.stringify({ name: `${'a'.repeat(5_000)}!` }) })
    const spent = busy()
    await expect(generate({ schema: pattern })).rejects.toMatchObject({ code: 'model_schema' })
    expect(spent()).toBeLessThan(3_000)
  })
})

describe('tokens and money', () => {
  const account = (lines: RecordedUsage[], node_id = 'n1') => ({
    execution_id: owner,
    node_id,
    record: (one: RecordedUsage) => void lines.push(one),
    trace: () => undefined,
  })
  const limit = (daily: { daily_tokens?: number; daily_paise?: number }, user: UserId | null = owner) =>
    saveSettings(database.db, user, {
      default_model: null,
      fallback_model: null,
      daily_tokens: null,
      daily_paise: null,
      ...daily,
    })

  it('are recorded with the run, in micro-rupees', async () => {
    const model = await addModel(owner, peer.url, [4_000, 16_000])
    const lines: RecordedUsage[] = []
    const { usage } = await generate({}, who, account(lines))
    // ₹40 and ₹160 per million tokens: 40 and 160 micro-rupees a token.
    expect(usage).toEqual({ input_tokens: 100, output_tokens: 10, cost_micros: 100 * 40 + 10 * 160 })
    expect(lines).toEqual([{ ...usage, model: 'small', ms: expect.any(Number), at: expect.any(String) }])
    const [row] = await callsOf(owner)
    expect(row).toMatchObject({ model_id: model, node_id: 'n1', input_tokens: 100, output_tokens: 10, error: null })
    expect(Number(row.cost_micros)).toBe(5_600)
  })

  it('are estimated where a provider does not count, and for what broke off', async () => {
    await addModel(owner)
    peer.behave({ type: 'answer', text: 'word '.repeat(40), usage: null })
    expect((await generate()).usage.output_tokens).toBeGreaterThan(40)
    peer.behave({ type: 'cut', text: 'one two three four', after: 3 })
    await expect(generate()).rejects.toThrow()
    const [, broken] = await callsOf(owner)
    expect(broken).toMatchObject({ error: 'model_cut' })
    expect(broken.output_tokens).toBeGreaterThan(0)
  })

  it('stop at the budget of a day before the call is made', async () => {
    await addModel(owner)
    await limit({ daily_tokens: 180 })
    await generate()
    await expect(generate()).rejects.toMatchObject({ code: 'budget_exceeded' })
    expect(peer.asked).toHaveLength(1)
    expect(await callsOf(owner)).toHaveLength(1)
    await limit({ daily_paise: 1 })
    // 110 tokens cost 120 micro-rupees; a paisa is 10,000.
    expect(await generate()).toMatchObject({ text: 'fine' })
    await expect(generate({ max_output_tokens: 30_000 })).rejects.toThrow(/₹0\.01/)
  })

  it('stay inside a budget however many ask at once', async () => {
    await addModel(owner)
    const most = Math.ceil(Buffer.byteLength(JSON.stringify([hello.messages, [], {}])) / 3) + 16 + 50
    await limit({ daily_tokens: most * 5 + 10 })
    peer.behave({ type: 'answer', text: 'x', usage: { input: most - 50, output: 50 } })
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => generate()))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(peer.asked).toHaveLength(5)
  })

  it('stop at the budget of a step over all its calls in a run', async () => {
    await addModel(owner)
    const budget = { max_tokens: 180 }
    await generate({ budget }, who, account([]))
    await expect(generate({ budget }, who, account([]))).rejects.toThrow(/this step’s budget/i)
    expect(await generate({ budget }, who, account([], 'n2'))).toMatchObject({ text: 'fine' })
  })

  it('of the operator’s models are each runner’s', async () => {
    const shared = await addModel(null)
    await limit({ daily_tokens: 180 }, null)
    await generate()
    await expect(generate()).rejects.toMatchObject({ code: 'budget_exceeded' })
    const visitor: RunAs = { owner: { visitor_key: `v-${owner}` }, author: null, version: null }
    await generate({}, visitor)
    await expect(generate({}, visitor)).rejects.toMatchObject({ code: 'budget_exceeded' })
    // What is spent on one's own models is one's own affair.
    await addModel(owner)
    expect(await generate()).toMatchObject({ text: 'fine' })
    await limit({}, null)
    await database.pool.query('delete from models where id = $1', [shared])
  })
})
