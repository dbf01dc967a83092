/** Repeating an earlier run brings no credential back that the workflow's owner has taken out of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let editor: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  editor = await test.person('seller')
})
afterAll(() => test.close())

const call = (method: string, url: string, as: Person, body: unknown) =>
  test.call(method, `/api/v1${url}`, { as, body })
const run = async (as: Person, workflow_id: string): Promise<string> =>
  (await call('POST', '/workflows/execute', as, { workflow_id, input: {}, wait_ms: 8000 })).body.data.execution_id
/** The status, and why it was refused. */
const press = async (execution: string, as: Person, body: object) => {
  const { status, body: answer } = await call('POST', `/executions/${execution}/control`, as, body)
  return status === 200 ? 200 : [status, answer.errors[0].message]
}

it('an editor signs nothing with a credential that the owner has taken out, by repeating a run from before', async () => {
  const fields = { token: 'x', hosts: '127.0.0.1:9' }
  const { credential } = (await call('POST', '/credentials', owner, { type: 'bearer', name: 'Bank', fields })).body.data
  const config = { url: 'http://127.0.0.1:9/x' }
  const asking = node('ask', 'http_request', { ...config, credential: credential.id })
  const document = workflow([node('start', 'manual_trigger'), asking], wires('start > ask'))
  const { id } = (await call('POST', '/workflows', owner, { name: 'W', document })).body.data
  await test.database.pool.query(
    "insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')",
    [id, editor.id],
  )
  const theirs = await run(editor, id)
  const mine = await run(owner, id)
  expect(await press(theirs, editor, { action: 'rerun' })).toBe(200)
  const operations = [{ type: 'set_config', node_id: 'ask', config }]
  await call('PUT', `/workflows/${id}`, owner, { base_revision: 0, operations })
  // The version with it still runs in the owner's name.
  expect(await press(theirs, editor, { action: 'rerun' })).toBe(200)
  await run(owner, id)
  const refused = [409, expect.stringContaining('owner has removed')]
  const repeats = [{ action: 'rerun' }, { action: 'rerun', input: {} }, { action: 'retry' }]
  for (const body of [...repeats, { action: 'fork', from_node: 'ask' }])
    expect(await press(theirs, editor, body)).toEqual(refused)
  expect(await press(theirs, editor, { action: 'rerun', newest_version: true })).toBe(200)
  expect(await press(mine, owner, { action: 'rerun' })).toBe(200)
})
