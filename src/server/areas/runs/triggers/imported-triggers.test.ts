/** What an imported file or a copy starts before its owner has taken it for theirs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { startOnFailures } from './failures.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function create(as: Person, document: WorkflowDocument, name = 'Mine'): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', { as, body: { name, document } })
  expect(made.status).toBe(201)
  return made.body.data.id
}

/** A stranger's file, imported. */
async function importBy(owner: Person, document: WorkflowDocument): Promise<string> {
  const stranger = await test.person('seller')
  const id = await create(stranger, document, 'Nice reports')
  const { body } = await test.call('GET', `/api/v1/workflows/${id}/export`, { as: stranger })
  const source = typeof body === 'string' ? JSON.parse(body) : body
  const imported = await test.call('POST', '/api/v1/workflows/import', { as: owner, body: { source } })
  expect([imported.status, imported.body.errors ?? null]).toEqual([201, null])
  return imported.body.data.workflows[0].workflow.id
}

const LISTENS = workflow(
  [node('start', 'error_trigger'), set('end', { told: '{{ $json.error.message }}' })],
  wires('start > end'),
)
const FAILS = workflow(
  [node('start', 'manual_trigger'), node('end', 'stop', { message: 'Patient Asha Rao: no result' })],
  wires('start > end'),
)

async function failBy(owner: Person): Promise<void> {
  const body = { workflow_id: await create(owner, FAILS), input: {}, wait_ms: 5000 }
  const run = await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })
  expect(run.body.data.status).toBe('failed')
  await startOnFailures(test.database.db, (request) => test.engine.engine.start(request as never), { warn: () => {} })
}
const runsOf = async (workflow: string) =>
  (await test.database.pool.query('select trigger from executions where workflow_id = $1', [workflow])).rows
const publish = async (as: Person, id: string) => {
  const body = { base_revision: 0, name: '', notes: '' }
  expect((await test.call('POST', `/api/v1/workflows/${id}/publish`, { as, body })).status).toBeLessThan(300)
}

it('an imported file is told of no failure before its owner has published it', async () => {
  const owner = await test.person('seller')
  const id = await importBy(owner, LISTENS)
  await failBy(owner)
  expect(await runsOf(id)).toEqual([])
  await publish(owner, id)
  await failBy(owner)
  expect(await runsOf(id)).toEqual([{ trigger: 'error' }])
})

it('a copy of an imported file is told of no failure either', async () => {
  const owner = await test.person('seller')
  const id = await importBy(owner, LISTENS)
  const copy = await test.call('POST', `/api/v1/workflow-hub/${id}/duplicate`, { as: owner })
  expect(copy.status).toBe(201)
  await failBy(owner)
  expect(await runsOf(copy.body.data.id)).toEqual([])
})

it('an imported webhook answers once its owner has edited the workflow', async () => {
  const owner = await test.person('seller')
  const hooked = workflow(
    [node('start', 'webhook_trigger', { auth: 'none' }), set('end', { told: 'yes' })],
    wires('start > end'),
  )
  const id = await importBy(owner, hooked)
  const shown = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
  const call = async () => (await test.call('POST', shown.body.data.hook.path, { as: null, body: {} })).status
  expect(await call()).toBe(404)
  const body = {
    base_revision: 0,
    document: { ...shown.body.data.document, nodes: [...shown.body.data.document.nodes, set('more', { a: 'b' })] },
  }
  expect((await test.call('PUT', `/api/v1/workflows/${id}`, { as: owner, body })).status).toBe(200)
  expect(await call()).not.toBe(404)
})
