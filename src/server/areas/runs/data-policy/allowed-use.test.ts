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
