/** Questions put to buyers by workflows that the workflow of an agent calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
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
  async function asked(document = waits) {
    const buyer = await test.person()
    const { workflow_id } = await storeWorkflow(test.database.pool, owner.id, document)
    const config = { workflow_id, input: { secret: 'PASSED-BY-A-STEP' } }
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', config)],
      wires('start > call'),
    )
    const agent = await addAgent(test.database.pool, owner.id, calls, { listing: { workflow_open: false } })
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
    const send = (body: object) => test.call('POST', `${path}/waits/${question.wait}`, { as: buyer, body })
    const answer = (approved = true) => send({ type: 'approval', approved })
    const fill = (values: object) => send({ type: 'form', values })
    return { buyer, agent, path, answer, fill, wait: question.wait as string, run: body.data.execution_id as string }
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

  const edits = (config: JsonObject) =>
    workflow(
      [
        node('start', 'manual_trigger'),
        set('inner', { recipient: 'accounts@seller.example' }),
        node('ask', 'edit_then_approve', config),
        set('end', {}),
      ],
      wires('start > inner > ask', 'ask:approved > end'),
    )

  it.each([
    ['nothing', {}],
    ['fields that are not there', { editable: ['nothing_here'] }],
  ])('takes no field that its settings do not name: %s', async (_what, config) => {
    const { fill } = await asked(edits(config))
    const refused = await fill({ decision: 'approve', field_1: 'thief@example.com' })
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, 'There is no field “field_1”'])
    expect((await fill({ decision: 'approve' })).status).toBe(200)
  })

  it('shows nothing of what the steps around it passed, and is repeated by nobody but its owner', async () => {
    const { buyer, path } = await asked(edits({}))
    const page = JSON.stringify((await test.call('GET', path, { as: buyer })).body)
    expect(page).not.toContain('PASSED-BY-A-STEP')
    expect(page).not.toContain('accounts@seller.example')
    const control = (body: object) => test.call('POST', `${path}/control`, { as: buyer, body })
    await control({ action: 'cancel' })
    for (const body of [
      { action: 'rerun' },
      { action: 'rerun', input: { secret: 'forged' } },
      { action: 'fork', from_node: 'ask', edited: { inner: {} } },
    ])
      expect((await control(body)).status).toBe(403)
  })
})
