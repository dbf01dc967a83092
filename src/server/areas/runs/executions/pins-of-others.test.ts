/** Pinned data of a workflow, when people who may not edit it delete runs of theirs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
})
afterAll(() => test.close())

const document = workflow(
  [node('start', 'manual_trigger'), set('a', { rate: 18 }), set('b', { done: true })],
  wires('start > a > b'),
)

it.each([
  ['stay when a viewer', 'viewer', 'seller', ['a']],
  ['stay when an editor whose role was lowered', 'editor', 'basic_user', ['a']],
  ['go with the run of an editor who', 'editor', 'seller', []],
] as const)('%s deletes a run with the same output', async (_what, member, role, left) => {
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'W', document } })
  const id = made.body.data.id
  const pin = { output: { rate: 18 }, port: 'out', made_up: true }
  expect((await test.call('PUT', `/api/v1/workflows/${id}/pins/a`, { as: owner, body: pin })).status).toBe(200)
  const run = (as: Person, target: object) =>
    test.call('POST', '/api/v1/workflows/execute', { as, body: { input: {}, wait_ms: 5000, ...target } })
  expect((await run(owner, { workflow_id: id })).body.data.status).toBe('succeeded')
  const { rows } = await test.database.pool.query('select id from workflow_versions where workflow_id = $1', [id])
  const agent = await addAgent(test.database.pool, owner.id, document, {
    workflow_version: rows[0].id,
    input_schema: {},
  })
  const person = await test.person(role)
  await test.database.pool.query(
    'insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, $3, $4)',
    [id, person.id, member, owner.id],
  )
  const { body } = await run(person, { agent_id: agent.id })
  expect(body.data.status).toBe('succeeded')
  const removed = await test.call('DELETE', `/api/v1/executions/${body.data.execution_id}`, { as: person })
  expect(removed.status).toBe(200)
  const pins = await test.call('GET', `/api/v1/workflows/${id}/pins`, { as: owner })
  expect(pins.body.data.items.map((one: { node_id: string }) => one.node_id)).toEqual(left)
})
