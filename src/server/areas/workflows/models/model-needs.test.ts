import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'

let bare: TestApp
beforeAll(async () => {
  bare = await createTestApp()
})
afterAll(() => bare.close())

const one = (type: string, config = {}) =>
  workflow([node('t', 'manual_trigger'), node('ask', type, config)], wires('t > ask'))

it('says of a workflow that it needs a model where there is none, and not of one that works by rules', async () => {
  const author = await bare.person('creator_admin')
  const made = async (document: object) =>
    (await bare.call('POST', '/api/v1/workflows', { as: author, body: { name: 'W', document } })).body.data
  const document = one('ai_prompt', { prompt: 'x' })
  const needing = await made(document)
  expect(needing.problems).toEqual([expect.objectContaining({ code: 'model_missing', node: 'ask', field: 'model' })])
  expect(needing.abilities.run).toMatchObject({ allowed: false })
  // What is shown holds for who runs it all the same: it does not start.
  const run = await bare.call('POST', '/api/v1/workflows/execute', {
    as: author,
    body: { workflow_id: needing.id, input: {} },
  })
  expect([run.status, run.body.errors]).toEqual([
    409,
    [
      {
        code: 'model_missing',
        message: expect.stringContaining('“ask” needs a language model'),
        field: 'document.ask.model',
      },
    ],
  ])
  const { rows } = await bare.database.pool.query('select 1 from executions where workflow_id = $1', [needing.id])
  expect(rows).toEqual([])
  const check = () => bare.call('POST', '/api/v1/nodes/validate/enhanced', { as: author, body: { document } })
  expect((await check()).body.data).toMatchObject({ valid: false, problems: [{ code: 'model_missing' }] })
  const byRules = await made(one('ai_classify', { labels: [{ name: 'a' }, { name: 'b' }] }))
  expect([byRules.problems, byRules.abilities.run.allowed]).toEqual([[], true])
  const off = { ...document, nodes: document.nodes.map((one) => (one.id === 'ask' ? { ...one, disabled: true } : one)) }
  expect((await made(off)).problems).toEqual([])
  await bare.call('POST', '/api/v1/models', {
    as: author,
    body: { name: 'Mine', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' },
  })
  expect((await check()).body.data).toMatchObject({ valid: true })
})

it('names a model and a credential that are not there, each with its step and field', async () => {
  const author = await bare.person('creator_admin')
  const other = await bare.person('creator_admin')
  const post = async (url: string, as: typeof author, body: object) =>
    (await bare.call('POST', url, { as, body })).body.data
  const model = { name: 'Mine', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
  const mine = await post('/api/v1/models', author, model)
  const theirs = await post('/api/v1/models', other, model)
  const fields = { token: 'x', hosts: 'api.example.com' }
  const { credential } = await post('/api/v1/credentials', author, { type: 'bearer', name: 'Shop', fields })
  const made = async (config: object) =>
    (await post('/api/v1/workflows', author, { name: 'W', document: one('ai_prompt', { prompt: 'x', ...config }) }))
      .problems
  const problem = (code: string, field: string) => [expect.objectContaining({ code, node: 'ask', field })]
  expect(await made({ model: mine.id })).toEqual([])
  expect(await made({ model: theirs.id })).toEqual(problem('model_not_found', 'model'))
  expect(await made({ fallback_model: '01890000-0000-7000-8000-000000000001' })).toEqual(
    problem('model_not_found', 'fallback_model'),
  )
  expect(await made({ model: 'environment' })).toEqual(problem('model_not_found', 'model'))

  const calling = one('http_request', { url: 'https://api.example.com/x', credential: credential.id })
  const workflow_made = await post('/api/v1/workflows', author, { name: 'W', document: calling })
  expect(workflow_made.problems).toEqual([])
  expect(
    (await bare.call('DELETE', `/api/v1/credentials/${credential.id}?even_if_used=true`, { as: author })).status,
  ).toBe(200)
  const later = (await bare.call('GET', `/api/v1/workflows/${workflow_made.id}`, { as: author })).body.data
  expect(later.problems).toEqual(problem('credential_missing', 'credential'))
  const checked = await post('/api/v1/nodes/validate/enhanced', other, { document: calling })
  expect(checked).toMatchObject({
    valid: false,
    problems: [{ code: 'credential_missing', node: 'ask', field: 'credential' }],
  })
  const off = {
    ...calling,
    nodes: calling.nodes.map((step) => (step.id === 'ask' ? { ...step, disabled: true } : step)),
  }
  expect(await post('/api/v1/nodes/validate/enhanced', other, { document: off })).toMatchObject({ valid: true })
})

describe('where a step cannot work', () => {
  const gone = '01890000-0000-7000-8000-000000000009'
  const document = (type: string, config: JsonObject, trigger: string, settings: JsonObject = {}) =>
    workflow([node('t', trigger, settings), node('ask', type, config)], wires('t > ask'))
  const created = async (author: Person, given: object) =>
    (await bare.call('POST', '/api/v1/workflows', { as: author, body: { name: 'W', document: given } })).body.data
  /** As it is after its credential was deleted. */
  const bereft = async (author: Person, trigger: string) => {
    const given = document('http_request', { url: 'https://api.example.com/x' }, trigger)
    const made = await created(author, given)
    const credential = { ...given, nodes: given.nodes.map((one) => withCredential(one)) }
    await bare.database.pool.query('update workflows set document = $2 where id = $1', [made.id, credential])
    return made
  }
  const withCredential = (one: { id: string; config: object }) =>
    one.id === 'ask' ? { ...one, config: { ...one.config, credential: gone } } : one
  const runsOf = async (id: string) =>
    (await bare.database.pool.query('select status, error from executions where workflow_id = $1', [id])).rows
  const addressOf = async (author: Person, id: string) =>
    (await bare.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })).body.data.triggers[0].address

  it.each([
    ['a model', 'model_missing', 'model'],
    ['a credential', 'credential_missing', 'credential'],
  ])(
    'refuses a webhook and a test that lack %s, with a named error, and starts nothing',
    async (_what, code, field) => {
      const author = await bare.person('creator_admin')
      const isModel = code === 'model_missing'
      const made = isModel
        ? await created(author, document('ai_prompt', { prompt: 'x' }, 'webhook_trigger'))
        : await bereft(author, 'webhook_trigger')
      const errors = [expect.objectContaining({ code, field: `document.ask.${field}` })]
      const hook = await bare.call('POST', await addressOf(author, made.id), { body: {} })
      expect([hook.status, hook.body.errors]).toEqual([409, errors])
      const test = (body: object) => bare.call('POST', `/api/v1/workflows/${made.id}/test-run`, { as: author, body })
      const tried = await test({ mode: 'all' })
      expect([tried.status, tried.body.errors]).toEqual([409, errors])
      expect(await runsOf(made.id)).toEqual([])
      // What does not run needs nothing.
      await bare.call('PUT', `/api/v1/workflows/${made.id}/pins/ask`, {
        as: author,
        body: { output: { text: 'pinned' } },
      })
      expect((await test({ mode: 'all' })).status).toBe(200)
    },
  )

  it.each([
    ['ai_prompt', { prompt: 'x' }, 'This agent needs an AI model, and this installation has none', 'model_missing'],
    [
      'http_request',
      { url: 'https://api.example.com/x', credential: gone },
      'This agent is not ready to run: its seller',
      'credential_missing',
    ],
  ])('tells a buyer nothing of the step %s of a closed workflow', async (type, config, told, code) => {
    const [seller, buyer] = [await bare.person('seller'), await bare.person()]
    const agent = await addAgent(bare.database.pool, seller.id, document(type, config, 'manual_trigger'))
    const body = { agent_id: agent.id, input: { text: 'x' } }
    const start = (as: Person) => bare.call('POST', '/api/v1/workflows/execute', { as, body })
    const refused = await start(buyer)
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      [{ code: 'not_runnable', message: expect.stringContaining(told) }],
    ])
    expect(JSON.stringify(refused.body)).not.toMatch(/ask|document\./)
    expect((await start(seller)).body.errors).toMatchObject([{ code }])
  })

  it('does not start an agent that is closed or sends something for a buyer who has only a model of their own, which it would not ask', async () => {
    const [seller, buyer] = [await bare.person('seller'), await bare.person()]
    const model = { name: 'Mine', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
    await bare.call('POST', '/api/v1/models', { as: buyer, body: model })
    const asking = document('ai_prompt', { prompt: 'x' }, 'manual_trigger')
    const sends = { ...asking, nodes: [...asking.nodes, node('send', 'slack_message', { text: 'x' })] }
    const start = async (workflow_open: boolean, sold: typeof asking) => {
      const { id } = await addAgent(bare.database.pool, seller.id, sold, { listing: { workflow_open } })
      const body = { agent_id: id, input: { text: 'x' } }
      return bare.call('POST', '/api/v1/workflows/execute', { as: buyer, body })
    }
    const message = 'This agent needs an AI model, and this installation has none. Ask its operator to add one.'
    for (const refused of [await start(false, asking), await start(true, sends)])
      expect([refused.status, refused.body.errors]).toEqual([409, [{ code: 'not_runnable', message }]])
    expect((await start(true, asking)).status).toBe(200)
  })

  it('keeps what came by a form, and fails its run by the name of what is missing', async () => {
    const author = await bare.person('creator_admin')
    const fields = [{ name: 'text', label: 'Text', type: 'text' }]
    const made = await created(author, document('ai_prompt', { prompt: 'x' }, 'form_trigger', { fields }))
    const token = (await addressOf(author, made.id)).split('/').at(-1)
    const sent = await bare.call('POST', `/api/forms/${token}`, { body: { values: { text: 'kept' } } })
    expect(sent.status).toBe(200)
    const run = await until(async () => (await runsOf(made.id)).find(({ status }) => status === 'failed'))
    expect(run.error).toMatchObject({ code: 'model_missing', node_id: 'ask' })
  })
})
