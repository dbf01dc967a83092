/** Questions put to buyers by workflows that the workflow of an agent calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const waits = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval'), set('end', {})],
  wires('start > ask', 'ask:approved > end'),
)
const execute = async (as: Person, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { input: {}, wait_ms: 5000, ...body } })
const statusOf = async (id: string) => (await sql('select status from executions where id = $1', [id])).rows[0]?.status

describe('a question inside a workflow that an agent calls', () => {
  async function asked() {
    const buyer = await test.person()
    const inner = await storeWorkflow(test.database.pool, owner.id, waits)
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: inner.workflow_id, input: {} })],
      wires('start > call'),
    )
    const agent = await addAgent(test.database.pool, owner.id, calls)
    const { body } = await execute(buyer, { agent_id: agent.id, input: { text: 'x' } })
    const question = await until(async () => {
      const { rows } = await sql(
        `select e.id, w.id as wait from executions e join execution_waits w on w.execution_id = e.id
         where e.parent_id = $1 and e.status = 'waiting'`,
        [body.data.execution_id],
      )
      return rows[0]
    })
    const path = `/api/v1/executions/${question.id}`
    const answer = (approved = true) =>
      test.call('POST', `${path}/waits/${question.wait}`, { as: buyer, body: { type: 'approval', approved } })
    return { buyer, agent, path, answer, wait: question.wait as string, run: body.data.execution_id as string }
  }

  it('is answered by the buyer whom it was put to, and gives them no run of that workflow', async () => {
    const { buyer, path, answer, run } = await asked()
    expect((await answer()).status).toBe(200)
    await until(async () => (await statusOf(run)) === 'succeeded')
    const body = { action: 'rerun', input: { text: 'mine' } }
    expect((await test.call('POST', `${path}/control`, { as: buyer, body })).status).toBe(403)
  })

  it('is not answered once the agent around it is suspended', async () => {
    const { agent, answer, wait } = await asked()
    await sql(`update agents set status = 'suspended' where id = $1`, [agent.id])
    for (const approved of [true, false]) {
      const refused = await answer(approved)
      expect([approved, refused.status, refused.body.errors[0].code]).toEqual([approved, 409, 'not_runnable'])
    }
    const kept = await sql('select resolution from execution_waits where id = $1', [wait])
    expect(kept.rows).toEqual([{ resolution: null }])
  })
})
