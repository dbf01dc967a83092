/** Further ways to the effects that held: kept as a record of what was tried, all of these pass. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
})
afterAll(() => test.close())
const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)

const inner = workflow(
  [
    node('start', 'manual_trigger'),
    set('inner', { recipient: 'accounts@seller.example' }),
    node('ask', 'edit_then_approve', { editable: ['nothing_here'] }),
    set('end', {}),
  ],
  wires('start > inner > ask', 'ask:approved > end'),
)

async function childOf(buyer: Person) {
  const { workflow_id } = await storeWorkflow(test.database.pool, seller.id, inner)
  const calls = workflow(
    [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id, input: { secret: 'MARK' } })],
    wires('start > call'),
  )
  const agent = await addAgent(test.database.pool, seller.id, calls, { listing: { workflow_open: false } })
  const body = { agent_id: agent.id, input: { text: 'x' }, wait_ms: 3_000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as: buyer, body })).body
  const child = await until(async () => {
    const { rows } = await sql(
      `select e.id, w.id as wait from executions e join execution_waits w on w.execution_id = e.id where e.parent_id = $1`,
      [data.execution_id],
    )
    return rows[0] as { id: string; wait: string } | undefined
  })
  return { id: data.execution_id as string, child }
}

it('a buyer repeats no run inside a closed agent with an input of their own', async () => {
  const buyer = await test.person()
  const { child } = await childOf(buyer)
  await test.call('POST', `/api/v1/executions/${child.id}/control`, { as: buyer, body: { action: 'cancel' } })
  for (const body of [{ action: 'rerun', input: { secret: 'forged' } }, { action: 'rerun' }, { action: 'fork', from_node: 'ask', edited: { inner: {} } }]) {
    const answer = await test.call('POST', `/api/v1/executions/${child.id}/control`, { as: buyer, body })
    expect(answer.status).toBe(403)
  }
})

it('a buyer reads nothing of the input of a run inside a closed agent', async () => {
  const buyer = await test.person()
  const { child } = await childOf(buyer)
  const page = await test.call('GET', `/api/v1/executions/${child.id}`, { as: buyer })
  expect(JSON.stringify(page.body)).not.toContain('MARK')
  expect(JSON.stringify(page.body)).not.toContain('accounts@seller.example')
})

it('a buyer sets no field of an edit that its settings do not name', async () => {
  const buyer = await test.person()
  const { child } = await childOf(buyer)
  const body = { type: 'form', values: { decision: 'approve', field_1: 'thief@example.com' } }
  const answer = await test.call('POST', `/api/v1/executions/${child.id}/waits/${child.wait}`, { as: buyer, body })
  expect(answer.status).toBe(400)
})
