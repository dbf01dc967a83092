/** Models of people who run what they did not build: their answers may be forged, so they never decide what is done in a seller's name. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { asking, createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
let { test, house, own, seller, crm, buyerWithModel, listed, join, runAgent } = {} as ModelScene
beforeAll(async () => {
  scene = await createModelScene()
  ;({ test, house, own, seller, crm, buyerWithModel, listed, join, runAgent } = scene)
})
afterAll(() => scene.close())
beforeEach(() => scene.reset())

/** What an AI step gives is sent with the credential of the seller. */
const sending = (settings: JsonObject = {}) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('ask', 'ai_prompt', { prompt: `${MARKER}: name the page` }),
      node('call', 'http_request', { url: `http://${crm.host}/{{ $nodes.ask.text }}`, ...settings }),
    ],
    wires('start > ask > call'),
  )

const roleOf = (id: string, role: string) =>
  test.database.pool.query('update users set role = $2 where id = $1', [id, role])

describe('a member who may only look at a workflow', () => {
  it.each([
    ['viewer', 'viewer', 'seller'],
    ['viewer without a role that builds', 'viewer', 'basic_user'],
    ['editor whose role was lowered', 'editor', 'basic_user'],
  ] as const)(
    'calls nothing with the credentials of its owner through a model of theirs: %s',
    async (_, member, role) => {
      const buyer = await buyerWithModel(role)
      const remove = { ...findTool(crm), name: 'remove', method: 'DELETE' }
      for (const [name, tool] of [['find', findTool(crm)] as const, ['remove', remove] as const])
        for (const open of [false, true]) {
          const agent = await listed(helping(tool), open)
          await join(agent, buyer, member)
          own.behave(
            { type: 'tools', calls: [{ name, arguments: { name: 'everybody' } }] },
            { type: 'answer', text: 'x' },
          )
          expect(await runAgent(buyer, agent)).toMatchObject({ status: 'succeeded' })
        }
      expect([crm.asked, own.asked, house.asked.length]).toEqual([[], [], 4])
    },
  )

  it('sends nothing of theirs with the credentials of its owner', async () => {
    house.behave({ type: 'answer', text: 'public/search' })
    own.behave({ type: 'answer', text: 'admin/all-tenants' })
    const [viewer, agent] = [await buyerWithModel(), await listed(sending({ credential: crm.credential }), false)]
    await join(agent, viewer, 'viewer')
    await runAgent(viewer, agent)
    expect(crm.asked).toEqual(['GET /public/search'])
  })

  it('loses the use of their model in a run under way with the role of an editor', async () => {
    const document = workflow(
      [
        node('start', 'manual_trigger'),
        node('first', 'ai_prompt', { prompt: MARKER }),
        node('go', 'approval'),
        node('ask', 'ai_prompt', { prompt: MARKER }),
      ],
      wires('start > first > go', 'go:approved > ask'),
    )
    const [editor, agent] = [await buyerWithModel('seller'), await listed(document, false)]
    await join(agent, editor, 'editor')
    const { execution_id: id, status } = await runAgent(editor, agent)
    expect([status, own.asked.length]).toEqual(['waiting', 1])
    await roleOf(editor.id, 'basic_user')
    const { rows } = await test.database.pool.query('select id from execution_waits where execution_id = $1', [id])
    const answer = { type: 'approval', approved: true }
    const given = await test.call('POST', `/api/v1/executions/${id}/waits/${rows[0].id}`, { as: editor, body: answer })
    expect(given.status).toBe(200)
    expect(await test.engine.engine.result(id, 15_000)).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([1, 1])
  })
})

describe('a buyer of an open agent', () => {
  it.each([
    ['with the credential of its seller', () => ({ credential: crm.credential })],
    ['from this installation', () => ({})],
  ])('decides nothing that is sent %s', async (_what, settings) => {
    house.behave({ type: 'answer', text: 'public/search' })
    own.behave({ type: 'answer', text: 'admin/all-tenants?tenant=someone-else' })
    await runAgent(await buyerWithModel(), await listed(sending(settings()), true))
    expect(crm.asked.filter((call) => call !== 'GET /public/search')).toEqual([])
    expect([own.asked.length, house.asked.length]).toEqual([0, 1])
  })

  it.each([
    ['in its last round', { max_steps: 1 }],
    ['for its answer as JSON', { schema: { type: 'object', properties: { a: { type: 'string' } } } }],
  ])('is not told the prompt of a step with tools %s', async (_what, settings) => {
    house.behave(
      { type: 'tools', calls: [{ name: 'find', arguments: { name: 'asha' } }] },
      { type: 'answer', text: '{"a":"x"}' },
    )
    const agent = await listed(helping(findTool(crm), settings), true)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'succeeded' })
    expect([own.asked, house.asked.length > 1]).toEqual([[], true])
  })

  it.each([
    ['one that only works with texts', () => asking(), true],
    ['one that sends something', () => sending(), false],
    ['one that offers tools', () => helping(findTool(crm)), false],
  ])('is told before the run whether their model is used: %s', async (_what, document, used) => {
    const agent = await listed(document(), true)
    const terms = async (as?: typeof seller) =>
      (await test.call('GET', `/api/v1/agents/${agent.id}/terms`, { ...(as && { as }) })).body.data.models
    const buyer = await buyerWithModel()
    expect([await terms(buyer), await terms()]).toMatchObject([{ own_model_used: used }, { own_model_used: used }])
    await runAgent(buyer, agent)
    expect([own.asked.length > 0, house.asked.length > 0]).toEqual([used, !used])
  })
})

describe('a workflow that another agent shows', () => {
  it('is closed to the model of a buyer in a closed agent of the same version', async () => {
    const { version_id: workflow_version } = await storeWorkflow(test.database.pool, seller.id, asking())
    const sold = (open: boolean) =>
      addAgent(test.database.pool, seller.id, asking(), { listing: { workflow_open: open }, workflow_version })
    const [opened, closed] = [await sold(true), await sold(false)]
    const buyer = await buyerWithModel()
    await runAgent(buyer, closed)
    expect([own.asked.length, house.asked.length]).toEqual([0, 1])
    await runAgent(buyer, opened)
    expect([own.asked.length, house.asked.length]).toEqual([1, 1])
  })

  it.each([
    ['closed', false],
    ['open', true],
  ])('is told nothing as a part of a %s agent that runs it', async (_what, open) => {
    const called = asking({ prompt: `${MARKER}: rate {{ $input.text }}` }, 'workflow_trigger')
    const { workflow_id, version_id: workflow_version } = await storeWorkflow(test.database.pool, seller.id, called)
    await addAgent(test.database.pool, seller.id, called, { listing: { workflow_open: true }, workflow_version })
    const calls = workflow(
      [
        node('start', 'manual_trigger'),
        set('inner', { data: MARKER }),
        node('call', 'sub_workflow', { workflow_id, input: { text: '{{ $nodes.inner.data }}' } }),
      ],
      wires('start > inner > call'),
    )
    const { execution_id } = await runAgent(await buyerWithModel(), await listed(calls, open))
    expect(await test.engine.engine.result(execution_id, 15_000)).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([0, 1])
  })
})
