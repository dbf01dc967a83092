/** What the question before a tool of a closed agent acts shows to those who run the agent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import type { Person } from '#test/support/app.ts'
import { createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())

const DATA = 'ROW-OF-ANOTHER-CUSTOMER'

async function copyOf({ id }: Person): Promise<string> {
  const list = LISTS.find(({ file }) => file === 'runs.json')
  if (!list) throw new Error('there is no list of runs')
  const rows: unknown[] = []
  await scene.test.database.db.transaction().execute(async (tx) => {
    const person = { id, email: 'asha@example.com', proven: true, subject: 'asha', display_name: 'Asha' }
    for await (const row of readList(tx, list, person)) rows.push(row)
  })
  return JSON.stringify(rows)
}

it('shows a buyer of a closed agent neither what the model passes to the tool nor what the seller says of it', async () => {
  const { test, house, crm, listed, execute } = scene
  const tool = { ...findTool(crm), method: 'DELETE', description: `${MARKER}: removes a customer of ours` }
  const agent = await listed(helping(tool), false)
  house.behave({ type: 'tools', calls: [{ name: 'find', arguments: { name: DATA } }] })
  const buyer = await test.person()
  const { body } = await execute(buyer, { agent_id: agent.id, input: { text: 'x' }, wait_ms: 8_000 })
  const page = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: buyer })
  const shown = JSON.stringify(page.body)
  expect(shown).toContain('May the agent use')
  expect.soft(shown).not.toContain(DATA)
  expect.soft(shown).not.toContain(MARKER)
  const copy = await copyOf(buyer)
  expect.soft(copy).not.toContain(DATA)
  expect.soft(copy).not.toContain(MARKER)
})

it('shows a buyer of an open agent no setting of the seller, as its logs do not', async () => {
  const { test, house, crm, listed, execute } = scene
  const tool = { ...findTool(crm), method: 'DELETE', description: `${MARKER}: removes a customer of ours` }
  const agent = await listed(helping(tool), true)
  house.behave({ type: 'tools', calls: [{ name: 'find', arguments: { name: DATA } }] })
  const buyer = await test.person()
  const { body } = await execute(buyer, { agent_id: agent.id, input: { text: 'x' }, wait_ms: 8_000 })
  const page = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: buyer })
  expect(JSON.stringify(page.body)).toContain('May the agent use')
  expect.soft(JSON.stringify(page.body)).not.toContain(MARKER)
  expect.soft(await copyOf(buyer)).not.toContain(MARKER)
})
