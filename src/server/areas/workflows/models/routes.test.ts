import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const KEY = 'sk-live-0123456789abcdefghij'
let test: TestApp
let peer: ModelPeer
let me: Person
let other: Person
let chief: Person

beforeAll(async () => {
  peer = await startModelPeer({ key: KEY })
  const model = {
    provider: 'ollama',
    base_url: peer.url,
    model: 'house',
    api_key: KEY,
    input_price: 100,
    output_price: 200,
    country: null,
  }
  test = await createTestApp({ models: { model, outboundAllow: [peer.host] } })
  me = await test.person()
  other = await test.person()
  chief = await test.person('super_admin')
})
afterAll(async () => {
  await test.close()
  await peer.close()
})
beforeEach(() => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'ready', usage: { input: 10, output: 2 } })
})

const mine = () => ({ name: 'Mine', provider: 'custom', base_url: peer.url, model: 'small', api_key: KEY })
const PRICED = { input_price: 4_000, output_price: 16_000 }
const add = async (as: Person, body: object = mine()) => {
  const { status, body: answer } = await test.call('POST', '/api/v1/models', { as, body })
  return { status, model: answer.data, errors: answer.errors }
}
const list = async (as: Person) => (await test.call('GET', '/api/v1/models', { as })).body.data

describe('models of a person', () => {
  it('are added, listed, changed and removed, and nobody else sees them', async () => {
    const { status, model } = await add(me, { ...mine(), input_price: 500, output_price: 1_500 })
    expect(status).toBe(201)
    expect(model).toMatchObject({ scope: 'own', name: 'Mine', has_key: true, key_hint: 'ghij', editable: true })
    expect((await list(me)).items.map((one: { name: string }) => one.name)).toEqual(['Mine', 'house'])
    expect((await list(other)).items.map((one: { name: string }) => one.name)).toEqual(['house'])
    const url = `/api/v1/models/${model.id}`
    const renamed = await test.call('PUT', url, { as: me, body: { name: 'Fast one', output_price: null } })
    expect(renamed.body.data).toMatchObject({ name: 'Fast one', input_price: 500, output_price: null, has_key: true })
    for (const [method, path, body] of [
      ['PUT', url, { name: 'Stolen' }],
      ['DELETE', url, undefined],
      ['POST', `${url}/test`, undefined],
    ] as const) {
      expect((await test.call(method, path, { as: other, body })).status).toBe(404)
      expect((await test.call(method, path, { as: chief, body })).status).toBe(404)
    }
    expect((await test.call('DELETE', url, { as: me })).status).toBe(200)
    expect((await list(me)).items).toHaveLength(1)
  })

  it('keep their key to themselves', async () => {
    const { model } = await add(me)
    const said = JSON.stringify([model, await list(me), await list(chief)])
    expect(said).not.toContain(KEY)
    const { rows } = await test.database.pool.query('select * from models where id = $1', [model.id])
    expect(JSON.stringify(rows)).not.toContain(KEY)
    expect(Buffer.from(rows[0].sealed).toString('latin1')).not.toContain(KEY)
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
  })

  it('take their key to no other host', async () => {
    const { model } = await add(me)
    const url = `/api/v1/models/${model.id}`
    const moved = await test.call('PUT', url, { as: me, body: { base_url: 'https://elsewhere.example/v1' } })
    expect(moved.status).toBe(400)
    expect(moved.body.errors[0]).toMatchObject({ field: 'api_key' })
    const again = await test.call('PUT', url, {
      as: me,
      body: { base_url: 'https://elsewhere.example/v1', api_key: 'sk-other-987654321000' },
    })
    expect(again.body.data).toMatchObject({ base_url: 'https://elsewhere.example/v1', key_hint: '1000' })
    await test.call('DELETE', url, { as: me })
  })

  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['no model', { model: '' }, 'model'],
    ['an unknown provider', { provider: 'acme' }, 'provider'],
    ['no web address', { base_url: 'file:///etc/passwd' }, 'base_url'],
    ['a user in the address', { base_url: 'https://a:b@example.com/v1' }, 'base_url'],
    ['a key with a line break', { api_key: 'a\r\nx-evil: 1' }, 'api_key'],
    ['a price below nothing', { input_price: -1 }, 'input_price'],
    ['an owner', { owner_id: '00000000-0000-0000-0000-000000000000' }, ''],
  ])('are refused with %s', async (_what, wrong, field) => {
    const { status, errors } = await add(me, { ...mine(), ...wrong })
    expect(status).toBe(400)
    expect(errors[0].field ?? '').toContain(field)
    expect((await list(me)).items).toHaveLength(1)
  })

  it('ask for a key where the provider does, and fill in its address', async () => {
    const { errors } = await add(me, { name: 'x', provider: 'openai', model: 'gpt' })
    expect(errors[0]).toMatchObject({ field: 'api_key', message: 'OpenAI needs an API key' })
    const { model } = await add(me, { name: 'x', provider: 'openai', model: 'gpt', api_key: KEY })
    expect(model.base_url).toBe('https://api.openai.com/v1')
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
  })

  it('are at most twenty, however many ask at once', async () => {
    const many = await test.person()
    const answers = await Promise.all(Array.from({ length: 24 }, () => add(many)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  })
})

describe('models of the operator', () => {
  it('are seen by all users without address and key, and changed by a super admin', async () => {
    expect((await add(me, { ...mine(), scope: 'operator' })).status).toBe(403)
    const { status, model } = await add(chief, { ...mine(), ...PRICED, name: 'For all', scope: 'operator' })
    expect(status).toBe(201)
    const seen = (await list(me)).items.find((one: { id: string }) => one.id === model.id)
    expect(seen).toMatchObject({ name: 'For all', scope: 'operator', base_url: null, key_hint: null, editable: false })
    const url = `/api/v1/models/${model.id}`
    expect((await test.call('PUT', url, { as: me, body: { name: 'x' } })).status).toBe(403)
    expect((await test.call('DELETE', url, { as: me })).status).toBe(403)
    expect((await test.call('DELETE', url, { as: chief })).status).toBe(200)
  })

  it('have a price where a provider is paid, or nothing would bound what they cost', async () => {
    const bare = { ...mine(), name: 'For all', scope: 'operator' }
    for (const [given, field] of [
      [{}, 'input_price'],
      [{ input_price: 100 }, 'output_price'],
      [{ input_price: null, output_price: 100 }, 'input_price'],
    ] as const) {
      const { status, errors } = await add(chief, { ...bare, ...given })
      expect([status, errors[0].field]).toEqual([400, field])
      expect(errors[0].message).toContain('Without it, costs aren’t limited')
    }
    const { model } = await add(chief, { ...bare, api_key: undefined })
    const url = `/api/v1/models/${model.id}`
    const keyed = await test.call('PUT', url, { as: chief, body: { api_key: KEY } })
    expect([keyed.status, keyed.body.errors[0].field]).toEqual([400, 'input_price'])
    expect((await test.call('PUT', url, { as: chief, body: { api_key: KEY, ...PRICED } })).status).toBe(200)
    expect((await test.call('PUT', url, { as: chief, body: { output_price: null } })).status).toBe(400)
    // Nobody is paid there, which the operator has said.
    expect((await test.call('PUT', url, { as: chief, body: { input_price: 0, output_price: 0 } })).status).toBe(200)
    expect((await test.call('DELETE', url, { as: chief })).status).toBe(200)
  })

  it('show the one of the configuration, which nobody changes here', async () => {
    const environment = (await list(chief)).items.find((one: { id: string }) => one.id === 'environment')
    expect(environment).toMatchObject({ model: 'house', base_url: peer.url, editable: false, key_hint: null })
    expect((await list(me)).items[0].base_url).toBeNull()
  })
})

describe('the test button', () => {
  it('makes a real call and says how long it took', async () => {
    const { model } = await add(me, { ...mine(), input_price: 500, output_price: 1_500 })
    const { body } = await test.call('POST', `/api/v1/models/${model.id}/test`, { as: me })
    expect(body.data).toMatchObject({ ok: true, model: 'small', text: 'ready', tokens: 12, error: null })
    // 10 tokens at 5 micro-rupees and 2 at 15.
    expect(body.data.cost_micros).toBe(80)
    expect(body.data.latency_ms).toBeGreaterThanOrEqual(0)
    expect(peer.asked).toHaveLength(1)
    expect((await list(me)).used.own).toMatchObject({ calls: 1, tokens: 12, cost_micros: 80 })
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
  })

  it('says plainly what is wrong', async () => {
    const { model } = await add(me, { ...mine(), api_key: 'sk-wrong-key-123456789' })
    const { status, body } = await test.call('POST', `/api/v1/models/${model.id}/test`, { as: me })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ok: false, error: { code: 'model_refused', field: 'api_key' } })
    expect(JSON.stringify(body)).not.toContain('123456789')
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
    const inside = await add(me, { ...mine(), base_url: 'http://169.254.169.254/v1' })
    const refused = await test.call('POST', `/api/v1/models/${inside.model.id}/test`, { as: me })
    expect(refused.body.data.error).toMatchObject({ code: 'model_refused', field: 'base_url' })
    await test.call('DELETE', `/api/v1/models/${inside.model.id}`, { as: me })
  })

  it('is pressed sixty times an hour by one person, and then asks nobody', async () => {
    const eager = await test.person()
    const { model } = await add(eager)
    const press = () => test.call('POST', `/api/v1/models/${model.id}/test`, { as: eager })
    for (let times = 0; times < 60; times++) expect((await press()).status).toBe(200)
    const asked = peer.asked.length
    const { status, body } = await press()
    expect([status, body.errors[0].code]).toEqual([429, 'too_many_requests'])
    expect(peer.asked).toHaveLength(asked)
  })

  it('tries the model of the configuration for a super admin alone', async () => {
    const url = '/api/v1/models/environment/test'
    expect((await test.call('POST', url, { as: me })).status).toBe(403)
    expect((await test.call('POST', url, { as: chief })).body.data).toMatchObject({ ok: true, model: 'house' })
  })
})

describe('what is asked by default, and what a day may cost', () => {
  const settings = { default_model: null, fallback_model: null, daily_tokens: null, daily_paise: null }
  const save = (as: Person, body: object) =>
    test.call('PUT', '/api/v1/model-settings', { as, body: { ...settings, ...body } })

  it('is kept per person, and forgets a model that is removed', async () => {
    const { model } = await add(me)
    const saved = await save(me, { default_model: model.id, fallback_model: 'environment', daily_tokens: 5_000 })
    expect(saved.body.data).toMatchObject({
      default_model: model.id,
      fallback_model: 'environment',
      daily_tokens: 5_000,
    })
    expect((await list(other)).settings).toEqual(settings)
    expect((await list(me)).operator_settings).toBeNull()
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
    expect((await list(me)).settings).toMatchObject({ default_model: null, fallback_model: 'environment' })
    await save(me, {})
  })

  it('names no model of another user, and no budget in rupees without a price', async () => {
    const { model } = await add(me)
    const foreign = await save(other, { default_model: model.id })
    expect(foreign.body.errors[0]).toMatchObject({ field: 'default_model' })
    const same = await save(me, { default_model: model.id, fallback_model: model.id })
    expect(same.body.errors[0]).toMatchObject({ field: 'fallback_model' })
    const unpriced = await save(me, { daily_paise: 10_000 })
    expect(unpriced.body.errors[0]).toMatchObject({ field: 'daily_paise' })
    expect((await save(me, { scope: 'operator' })).status).toBe(403)
    await test.database.pool.query(
      `insert into models (id, name, provider, base_url, model) values (gen_random_uuid(), 'Local', 'ollama', 'http://local.test', 'small')`,
    )
    expect((await list(chief)).operator_settings).toMatchObject({ daily_paise: 2_500 })
    // What the form shows before anybody has set it can be saved beside a model without a price; another sum cannot.
    expect((await save(chief, { scope: 'operator', daily_paise: 2_500 })).status).toBe(200)
    expect((await save(chief, { scope: 'operator', daily_paise: 2_400 })).status).toBe(400)
    await test.database.pool.query(`delete from models where name = 'Local'`)
    expect((await save(chief, { scope: 'operator', daily_tokens: 1_000_000 })).status).toBe(200)
    expect((await list(chief)).operator_settings).toMatchObject({ daily_tokens: 1_000_000 })
    await save(chief, { scope: 'operator' })
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
  })

  it('refuses the test that would pass the budget, before it is made', async () => {
    const { model } = await add(me)
    await save(me, { daily_tokens: 20 })
    const { body } = await test.call('POST', `/api/v1/models/${model.id}/test`, { as: me })
    expect(body.data.error).toMatchObject({ code: 'budget_exceeded' })
    expect(peer.asked).toEqual([])
    await save(me, {})
    await test.call('DELETE', `/api/v1/models/${model.id}`, { as: me })
  })
})
