/** Which models the steps of a workflow ask when somebody else than its owner runs it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { asking, createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
let { test, house, sellers, own, seller, sellersModel, crm, buyerWithModel, listed, execute, runAgent } =
  {} as ModelScene
beforeAll(async () => {
  scene = await createModelScene()
  ;({ test, house, sellers, own, seller, sellersModel, crm, buyerWithModel, listed, execute, runAgent } = scene)
})
afterAll(() => scene.close())
beforeEach(() => scene.reset())

describe('the model of a person who runs a closed workflow', () => {
  it('is told neither its prompts nor its data: the operator’s answers', async () => {
    const agent = await listed(asking(), false)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'succeeded' })
    expect(own.asked).toEqual([])
    expect(JSON.stringify(house.asked)).toContain(MARKER)
  })

  it('is told nothing by a step that works with a model where there is one', async () => {
    const labels = [{ name: MARKER }, { name: 'other' }]
    const rating = workflow(
      [node('start', 'manual_trigger'), node('ask', 'ai_classify', { text: MARKER, labels }), set('done', {})],
      wires('start > ask > done'),
    )
    await runAgent(await buyerWithModel(), await listed(rating, false))
    expect(own.asked).toEqual([])
    expect(house.asked.length).toBeGreaterThan(0)
  })

  it('is told nothing by a workflow that a step runs', async () => {
    const { workflow_id } = await storeWorkflow(test.database.pool, seller.id, asking({}, 'workflow_trigger'))
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id, input: { text: MARKER } })],
      wires('start > call'),
    )
    const { execution_id } = await runAgent(await buyerWithModel(), await listed(calls, false))
    expect(await test.engine.engine.result(execution_id, 15_000)).toMatchObject({ status: 'succeeded' })
    expect(own.asked).toEqual([])
    expect(house.asked).toHaveLength(1)
  })

  it.each([['environment'], ['the seller’s']])('is not told the prompt when the model %s fails', async (named) => {
    house.behave({ type: 'status', status: 401, message: 'no' })
    sellers.behave({ type: 'status', status: 401, message: 'no' })
    const agent = await listed(asking({ model: named === 'environment' ? named : sellersModel }), false)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'failed' })
    expect(own.asked).toEqual([])
    expect((named === 'environment' ? house : sellers).asked.length).toBeGreaterThan(0)
  })

  it.each([
    ['closed', false],
    ['open', true],
  ])('chooses no calls that are made with the credentials of the seller of a %s workflow', async (_, open) => {
    own.behave({ type: 'tools', calls: [{ name: 'find', arguments: { name: 'everybody' } }] })
    const agent = await listed(helping(findTool(crm)), open)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'succeeded' })
    expect([crm.asked, own.asked]).toEqual([[], []])
    expect(house.asked).toHaveLength(1)
  })

  it('is asked no more once the seller has closed it', async () => {
    const agent = await listed(asking(), true)
    const buyer = await buyerWithModel()
    await runAgent(buyer, agent)
    expect(own.asked).toHaveLength(1)
    const { rows } = await test.database.pool.query(
      `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, content_hash, listing, uses_model, sends_out)
       select gen_random_uuid(), agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, gen_random_uuid()::text, '{"workflow_open": false}', uses_model, sends_out from agent_versions where id = $1
       returning id`,
      [agent.version_id],
    )
    await test.database.pool.query('update agents set current_version_id = $2 where id = $1', [agent.id, rows[0].id])
    expect(await runAgent(buyer, agent)).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([1, 1])
  })
})

describe('the model of a person who runs an open workflow', () => {
  it.each([['their own'], ['one that they share'], ['that of an open agent']])('is asked first: %s', async (which) => {
    const buyer = await buyerWithModel('creator_admin')
    const owner = which === 'their own' ? buyer : seller
    const { workflow_id, version_id } = await storeWorkflow(test.database.pool, owner.id, asking())
    if (which === 'one that they share')
      await test.database.pool.query(
        `insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`,
        [workflow_id, buyer.id, seller.id],
      )
    const agent =
      which === 'that of an open agent' &&
      (await addAgent(test.database.pool, seller.id, asking(), {
        listing: { workflow_open: true },
        workflow_version: version_id,
      }))
    const run = await execute(buyer, agent ? { agent_id: agent.id } : { workflow_id })
    expect(run.body.data).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([1, 0])
  })
})

it('the terms of an agent say whether a model of one’s own is used', async () => {
  const used = async (agent: { id: string }, as?: Person) =>
    (await test.call('GET', `/api/v1/agents/${agent.id}/terms`, { ...(as && { as }) })).body.data.models.own_model_used
  const buyer = await buyerWithModel()
  const [closed, open] = [await listed(asking(), false), await listed(asking(), true)]
  expect([await used(closed, buyer), await used(open, buyer), await used(closed, seller)]).toEqual([false, true, true])
  expect([await used(closed), await used(open)]).toEqual([false, true])
})
