/** What a super admin does with the run of another account: looks how it went, and stops it. Nothing in its owner's name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const SECRET = 'Meera has asthma'
const given = workflow(
  [
    node('start', 'manual_trigger'),
    set('note', { said: '{{ $trigger.text }}' }),
    node('ask', 'approval', { title: 'Send “{{ $trigger.text }}”?', details: '{{ $trigger.text }}' }),
    set('end', { said: '{{ $trigger.text }}' }),
  ],
  wires('start > note > ask', 'ask:approved > end'),
)

let test: TestApp
let owner: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  admin = await test.person('super_admin')
})
afterAll(() => test.close())

const sql = async (text: string, values: unknown[]) => (await test.database.pool.query(text, values)).rows
const control = (id: string, body: object, as = admin) =>
  test.call('POST', `/api/v1/executions/${id}/control`, { as, body })
const answer = (id: string, wait: string, as: Person) =>
  test.call('POST', `/api/v1/executions/${id}/waits/${wait}`, { as, body: { type: 'approval', approved: true } })
const stops = (id: string) =>
  sql('select actor_id, action, details from audit_log where target_id = $1 order by created_at', [id])

/** A run of the owner's private workflow that waits for their approval. */
async function waitingRun() {
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Mine', document: given } })
  const workflow_id = made.body.data.id as string
  const body = { workflow_id, input: { text: SECRET }, wait_ms: 5000 }
  const run = await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })
  const id = run.body.data.execution_id as string
  const [wait] = await until(async () => {
    const rows = await sql('select id from execution_waits where execution_id = $1', [id])
    return rows.length > 0 && rows
  })
  return { id, wait: wait.id as string, workflow_id }
}

async function endedRun() {
  const run = await waitingRun()
  expect((await answer(run.id, run.wait, owner)).status).toBe(200)
  await until(async () => {
    const [row] = await sql('select status from executions where id = $1', [run.id])
    return row.status === 'succeeded'
  })
  return run
}

describe('a super admin', () => {
  it('repeats no run of another account, with its input or with their own', async () => {
    const { id, workflow_id } = await endedRun()
    const first = { as: admin, body: { workflow_id, input: {} } }
    expect((await test.call('POST', '/api/v1/workflows/execute', first)).status).toBe(404)
    for (const body of [
      { action: 'rerun', input: { text: 'whatever the admin likes' } },
      { action: 'rerun' },
      { action: 'rerun', newest_version: true },
      { action: 'retry' },
      { action: 'fork', from_node: 'end' },
    ]) {
      const refused = await control(id, body)
      expect([body, refused.status, refused.body.errors[0].code]).toEqual([body, 403, 'forbidden'])
    }
    expect(await sql('select id from executions where source_id = $1', [id])).toEqual([])
  })

  it('answers no approval in the place of the owner', async () => {
    const { id, wait } = await waitingRun()
    expect((await answer(id, wait, admin)).status).toBe(403)
    expect(await sql('select resolved_at from execution_waits where id = $1', [wait])).toEqual([{ resolved_at: null }])
    expect((await answer(id, wait, owner)).status).toBe(200)
  })

  it('pauses and cancels a run with a line in the audit log, and leaves going on to its owner', async () => {
    const { id } = await waitingRun()
    expect((await control(id, { action: 'pause' })).status).toBe(200)
    expect((await control(id, { action: 'resume' })).status).toBe(403)
    expect((await control(id, { action: 'resume' }, owner)).status).toBe(200)
    expect((await control(id, { action: 'cancel' })).status).toBe(200)
    const line = { actor_id: admin.id, details: { owner_id: owner.id } }
    expect(await stops(id)).toEqual([
      { ...line, action: 'execution.pause' },
      { ...line, action: 'execution.cancel' },
    ])
  })

  it('reads how a run went and nothing that went in or came out', async () => {
    for (const { id } of [await waitingRun(), await endedRun()]) {
      const path = `/api/v1/executions/${id}`
      const { data } = (await test.call('GET', path, { as: admin })).body
      expect(data).toMatchObject({ title: null, input: null, output: null, steps_open: true, content_open: false })
      expect(data.nodes.map(({ node_id, output }: { node_id: string; output: unknown }) => [node_id, output])).toEqual(
        ['start', 'note', 'ask', 'end'].map((node) => [node, null]),
      )
      const allowed = Object.entries<{ allowed: boolean }>(data.abilities).filter(([, one]) => one.allowed)
      expect(allowed.map(([action]) => action)).toEqual(data.status === 'succeeded' ? [] : ['pause', 'cancel'])
      const others = await Promise.all(
        [path, `/api/v1/workflows/executions/${id}`].map((at) => test.call('GET', at, { as: admin })),
      )
      expect(JSON.stringify(others)).not.toContain(SECRET)
      const step = await test.call('GET', `${path}/nodes/note/output`, { as: admin })
      expect([step.status, step.body.errors[0].code]).toEqual([403, 'forbidden'])
    }
    const { id } = await endedRun()
    const events = String((await test.call('GET', `/api/v1/executions/${id}/events`, { as: admin })).body)
    expect(events).toContain('succeeded')
    expect(events).not.toContain(SECRET)
    const theirs = (await test.call('GET', `/api/v1/executions/${id}`, { as: owner })).body.data
    expect(theirs).toMatchObject({ input: { text: SECRET }, content_open: true })
  })

  it('does all of it with runs of their own, without a line in the audit log', async () => {
    const body = {
      name: 'Mine',
      document: workflow([node('start', 'manual_trigger'), set('end', {})], wires('start > end')),
    }
    const { id: workflow_id } = (await test.call('POST', '/api/v1/workflows', { as: admin, body })).body.data
    const run = { workflow_id, input: { text: SECRET }, wait_ms: 5000 }
    const { execution_id } = (await test.call('POST', '/api/v1/workflows/execute', { as: admin, body: run })).body.data
    expect((await control(execution_id, { action: 'rerun', input: { text: 'other' } })).status).toBe(200)
    const seen = (await test.call('GET', `/api/v1/executions/${execution_id}`, { as: admin })).body.data
    expect(seen).toMatchObject({ input: { text: SECRET }, content_open: true })
    expect(await stops(execution_id)).toEqual([])
  })
})
