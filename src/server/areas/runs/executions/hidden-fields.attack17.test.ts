/** What a buyer of a closed agent can do with the fields of a question that are not shown to them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
})
afterAll(() => test.close())

const document = () =>
  workflow(
    [
      node('start', 'manual_trigger'),
      set('inner', { recipient: 'accounts@seller.example', total: 5 }),
      node('ask', 'edit_then_approve', { title: 'Go on?' }),
      set('done', {}),
    ],
    wires('start > inner > ask', 'ask:approved > done'),
  )

async function asked(as: Person | null) {
  const agent = await addAgent(test.database.pool, seller.id, document(), { listing: { workflow_open: false } })
  const body = { agent_id: agent.id, input: { text: 'x' }, wait_ms: 5000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body
  const headers: Record<string, string> = data.access_token ? { 'x-run-token': data.access_token } : {}
  const path = `/api/v1/executions/${data.execution_id}`
  const page = await test.call('GET', path, { as, headers })
  const wait = page.body.data.nodes.map((one: { wait: unknown }) => one.wait).find(Boolean)
  const answer = (values: JsonObject) =>
    test.call('POST', `${path}/waits/${wait.id}`, { as, headers, body: { type: 'form', values } })
  return { id: data.execution_id as string, wait, answer }
}

it.each([
  ['a buyer', true],
  ['a visitor', false],
])('%s of a closed agent forges nothing of what the step before gave', async (_who, isUser) => {
  const { id, wait, answer } = await asked(isUser ? await test.person() : null)
  expect(wait.details.map(({ name }: { name: string }) => name)).toEqual(['decision'])
  await answer({ decision: 'approve', field_1: 'thief@example.com' })
  await test.engine.engine.result(id, 5_000)
  const { rows } = await test.database.pool.query(
    `select output -> 'value' as value from node_runs where execution_id = $1 and node_id = 'ask' and status = 'succeeded'`,
    [id],
  )
  for (const { value } of rows) expect(value).toEqual({ recipient: 'accounts@seller.example', total: 5 })
})

it('a buyer of a closed agent learns no names of what the step before gave', async () => {
  const { answer } = await asked(await test.person())
  const { body } = await answer({ decision: 'approve', field_1: 5, field_2: 'x' })
  const text = JSON.stringify(body)
  expect(text).not.toContain('recipient')
  expect(text).not.toContain('total')
})
