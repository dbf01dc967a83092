/** What a workspace allows is asked at every use: in what was there before it was saved, too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const OPEN = {
  ...{ runs_days: null, files_days: null, chats_days: null, with_made: false, services: [] },
  ...{ models: null, apps: null, members_export: true },
}

let test: TestApp
let owner: Person
let member: Person
let workspace = ''
let slug = ''
let model = ''
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('creator_admin')
  ;({ id: workspace, slug } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data)
  member = await test.person()
  await test.database.pool.query(`insert into workspace_members values ($1, $2, 'member')`, [workspace, member.id])
  const made = await call('POST', '/models', owner, {
    name: 'Ours',
    provider: 'custom',
    base_url: 'https://models.example.com/v1',
    model: 'm',
  })
  expect(made.status).toBe(201)
  model = made.body.data.id
})
afterAll(() => test.close())

const call = (method: string, path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })
const save = async (policy: object) =>
  expect((await call('PUT', '/data-policy', owner, { ...OPEN, ...policy })).status).toBe(200)

const asking = (config: object, type = 'ai_prompt') =>
  workflow([node('start', 'manual_trigger'), node('ask', type, config as never)], wires('start > ask'))
const codes = (body: { errors?: { code: string }[] }) => body.errors?.map(({ code }) => code)

describe('AI models', () => {
  it('that are not allowed are asked by no run, published in no workflow, and named where they are used', async () => {
    const document = asking({ prompt: 'Hello', model })
    const made = (await call('POST', '/workflows', owner, { name: 'Asks', document })).body.data
    const publish = () => call('POST', `/workflows/${made.id}/publish`, owner, { base_revision: made.revision ?? 0 })
    const run = () => call('POST', '/workflows/execute', owner, { workflow_id: made.id, input: {}, wait_ms: 3000 })
    const problems = async () =>
      (await call('GET', `/workflows/${made.id}`, owner)).body.data.problems.map(({ code }: { code: string }) => code)
    expect(await problems()).toEqual([])
    await save({ models: [] })
    expect(await problems()).toEqual(['model_not_allowed'])
    expect(codes((await publish()).body)).toEqual(['model_not_allowed'])
    expect(codes((await run()).body)).toEqual(['model_not_allowed'])
    await save({ models: [model] })
    expect(await problems()).toEqual([])
    expect((await publish()).status).toBe(200)
    await save({})
  })

  it('of an agent that was added before are refused in its run by name', async () => {
    const agent = await addAgent(test.database.pool, workspace, asking({ prompt: 'Hello', model }))
    await save({ models: ['environment'] })
    const { body } = await call('POST', '/workflows/execute', member, {
      agent_id: agent.id,
      input: { text: 'x' },
      wait_ms: 3000,
    })
    expect(body.status.code).not.toBe(200)
    expect(body.status.message).toContain('data policy')
    await save({})
  })
})

describe('apps', () => {
  it('that are not allowed are used by no step', async () => {
    const step = { integration: 'slack', action: 'chat_post_message' }
    const agent = await addAgent(test.database.pool, workspace, asking(step, 'app_action'))
    const run = async () => {
      const { body } = await call('POST', '/workflows/execute', owner, {
        agent_id: agent.id,
        input: { text: 'x' },
        wait_ms: 5000,
      })
      return (await call('GET', `/executions/${body.data.execution_id}`, owner)).body.data.error
    }
    await save({ apps: ['github'] })
    expect(await run()).toMatchObject({ code: 'app_not_allowed' })
    await save({ apps: ['slack'] })
    expect(await run()).not.toMatchObject({ code: 'app_not_allowed' })
    await save({})
  })
})

describe('countries', () => {
  const ONLY = { countries: ['IN', 'DE'] }
  const state = (country: string | null) => call('PUT', `/models/${model}`, owner, { country })
  const errorOf = async (id: string) => (await call('GET', `/executions/${id}`, owner)).body.data.error
  const start = (agent_id: string, as = owner) =>
    call('POST', '/workflows/execute', as, { agent_id, input: { text: 'x' }, wait_ms: 4000 })

  it('refuse an AI model elsewhere when it is published and run, and say which country and which rule', async () => {
    expect((await state('US')).body.data.country).toBe('US')
    const made = (
      await call('POST', '/workflows', owner, { name: 'Asks', document: asking({ prompt: 'Hello', model }) })
    ).body.data
    const publish = () => call('POST', `/workflows/${made.id}/publish`, owner, { base_revision: made.revision ?? 0 })
    await save(ONLY)
    expect(codes((await publish()).body)).toEqual(['country_not_allowed'])
    // A service that was there before the policy.
    const agent = await addAgent(test.database.pool, workspace, asking({ prompt: 'Hello', model }), { slug: 'abroad' })
    const { body } = await start(agent.id, member)
    expect(body.status.message).toContain('a country')
    await state('IN')
    expect((await publish()).status).toBe(200)
    await save({ countries: ['US'] })
    expect(codes((await publish()).body)).toEqual(['country_not_allowed'])
    await save({ countries: null })
  })

  it('are asked again by a run that waited while the policy was saved', async () => {
    await state('US')
    const document = workflow(
      [
        node('start', 'manual_trigger'),
        node('wait', 'approval', { title: 'Go?' }),
        node('ask', 'ai_prompt', { prompt: 'x', model } as never),
      ],
      wires('start > wait', 'wait:approved > ask'),
    )
    const made = (await call('POST', '/workflows', owner, { name: 'Waits', document })).body.data
    const run = (await call('POST', '/workflows/execute', owner, { workflow_id: made.id, input: {}, wait_ms: 300 }))
      .body
    const id = run.data.execution_id
    const wait = (await call('GET', `/executions/${id}`, owner)).body.data.nodes.find(
      (one: { wait: { id: string } | null }) => one.wait,
    ).wait.id
    await save(ONLY)
    await call('POST', `/executions/${id}/waits/${wait}`, owner, { type: 'approval', approved: true })
    await expect
      .poll(() => errorOf(id), { timeout: 10_000 })
      .toMatchObject({
        code: 'country_not_allowed',
        message:
          'This AI model processes data in United States, and the data policy of this workspace allows India and Germany only (What is allowed, Countries).',
      })
    await save({ countries: null })
  })

  it('refuse what nobody has said the country of, models and apps apart, until the workspace allows it', async () => {
    await state(null)
    const asks = await addAgent(test.database.pool, workspace, asking({ prompt: 'x', model }), { slug: 'unstated' })
    const step = { integration: 'slack', action: 'chat_post_message' }
    const posts = await addAgent(test.database.pool, workspace, asking(step, 'app_action'), { slug: 'posts' })
    const codeOf = async (agent: string) => {
      const { body } = await start(agent)
      return codes(body)?.[0] ?? (await errorOf(body.data.execution_id))?.code
    }
    await save(ONLY)
    expect([await codeOf(asks.id), await codeOf(posts.id)]).toEqual(['country_not_allowed', 'country_not_allowed'])
    await save({ ...ONLY, unknown_apps: true })
    expect(await codeOf(asks.id)).toBe('country_not_allowed')
    expect(await codeOf(posts.id)).not.toBe('country_not_allowed')
    await save({ ...ONLY, unknown_models: true, unknown_apps: false })
    expect(await codeOf(posts.id)).toBe('country_not_allowed')
    expect(await codeOf(asks.id)).not.toBe('country_not_allowed')
    await save({ countries: null, unknown_models: false, unknown_apps: false })
    expect(await codeOf(posts.id)).not.toBe('country_not_allowed')
  })

  it('are kept by a client that doesn’t know of them, and are in the activity', async () => {
    await save({ ...ONLY, unknown_models: true })
    await save({})
    expect((await call('GET', '/data-policy', owner)).body.data).toMatchObject({ ...ONLY, unknown_models: true })
    const { items } = (await call('GET', '/activity', owner)).body.data
    expect(items[0].text).toEqual([
      'Changed the data policy.',
      'Data may be processed in these countries: India, Germany.',
      'AI models in unknown countries may be used.',
    ])
    for (const countries of [[], ['XX'], ['in']]) {
      const { status, body } = await call('PUT', '/data-policy', owner, { ...OPEN, countries })
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([400, 'countries'])
    }
    expect((await state('XX')).status).toBe(400)
    await save({ countries: null, unknown_models: false })
  })
})

describe('exports', () => {
  it('are kept to owners and admins, at once, and buttons know', async () => {
    const agent = await addAgent(
      test.database.pool,
      workspace,
      workflow([node('start', 'manual_trigger'), set('done', { text: 'x' })], wires('start > done')),
    )
    const { execution_id } = (
      await call('POST', '/workflows/execute', member, { agent_id: agent.id, input: { text: 'x' }, wait_ms: 5000 })
    ).body.data
    const exported = (as: Person) => call('POST', `/executions/${execution_id}/report`, as, { format: 'csv' })
    const mayExport = async (as: Person) =>
      (await test.call('GET', '/api/v1/workspaces', { as })).body.data.items[0].may_export
    const before = await exported(member)
    expect(codes(before.body ?? {})).not.toEqual(['export_not_allowed'])
    await save({ members_export: false })
    expect([await mayExport(member), await mayExport(owner)]).toEqual([false, true])
    const refused = await exported(member)
    expect([refused.status, codes(refused.body)]).toEqual([403, ['export_not_allowed']])
    expect(codes((await exported(owner)).body ?? {})).not.toEqual(['export_not_allowed'])
    await save({})
    expect(await mayExport(member)).toBe(true)
  })
})
