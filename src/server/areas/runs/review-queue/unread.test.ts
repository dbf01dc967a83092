/** Results that are still to be read for the review queue: what is in the list, who takes it out, and that nothing is read twice. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { deletePayloads } from '#server/areas/runs/retention/retention.store.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { deleteOldUnread } from './unread.store.ts'
import { readUnread } from './unread.ts'

const RESULT: Json = {
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: [
    {
      ...{ code: 'J11', description: 'Flu', confidence: 0.8, assertion: 'present' },
      evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
    },
  ],
}
let given: Json = RESULT
let test: TestApp
let owner: Person
let workspace = ''
let slug = ''
let agent_id = ''
beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(given) } })
  owner = await test.person('seller')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
})
afterAll(() => test.close())

const inside = () => ({ as: owner, headers: { 'x-workspace': slug } })
async function runOf(where: object = inside()): Promise<ExecutionId> {
  const body = { agent_id, input: { text: 'x' }, wait_ms: 5000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { ...where, body })).body.data.execution_id
}
const idsOf = async (sql: string): Promise<string[]> =>
  (await test.database.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id)
const unread = () => idsOf('select execution_id as id from unread_results order by created_at')
const read = () => idsOf('select execution_id as id from run_reviews order by finished_at')
const openOutput = (key: string) => test.engine.engine.openOutput(key)
const job = () => readUnread(test.database.db, openOutput, AbortSignal.timeout(10_000))
const queue = async (where: object = inside()) => (await test.call('GET', '/api/v1/review', where)).body.data
const clear = () => test.database.pool.query('delete from run_reviews; delete from executions')

it('are read by the job as soon as a run of a workspace has ended, long ones too', async () => {
  const short = await runOf()
  given = { ...(RESULT as object), text: Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(' ') }
  const long = await runOf()
  given = { answer: 'No findings' }
  const none = await runOf()
  given = RESULT
  expect(await unread()).toEqual([short, long, none])
  await job()
  expect([await unread(), await read()]).toEqual([[], [short, long, none]])
  expect(await queue()).toMatchObject({ total: 2, preparing: false })
  await clear()
})

it('are read once by several processes at the same moment, with a person who looks', async () => {
  const runs: string[] = []
  for (let n = 0; n < 12; n++) runs.push(await runOf())
  await Promise.all([job(), queue(), job(), queue(), job()])
  expect([await unread(), await read()]).toEqual([[], runs])
  expect((await queue()).total).toBe(12)
  await clear()
})

it('of a person’s own account are read when they look', async () => {
  const id = await runOf({ as: owner })
  await job()
  expect(await unread()).toEqual([id])
  expect((await queue({ as: owner })).items).toMatchObject([{ execution_id: id, findings: 1 }])
  expect(await unread()).toEqual([])
  await clear()
})

it('go with the content of their run and with the run, follow it to a new owner, and are not those of steps and tests', async () => {
  const [kept, emptied, deleted] = [await runOf(), await runOf(), await runOf()]
  await test.database.db.transaction().execute((tx) => deletePayloads(tx, [emptied]))
  await test.database.pool.query('delete from executions where id = $1', [deleted])
  expect(await unread()).toEqual([kept])
  await test.database.pool.query('update executions set owner_id = $2 where id = $1', [kept, owner.id])
  await job()
  expect((await queue()).items).toEqual([])
  expect((await queue({ as: owner })).items).toMatchObject([{ execution_id: kept }])
  // Nothing that was read is put back by a move.
  await test.database.pool.query('update executions set owner_id = $2 where id = $1', [kept, workspace])
  expect(await unread()).toEqual([])
  await test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, parent_id, test)
     select uuidv7(), owner_id, workflow_id, workflow_version_id, status, n.trigger, input, output, n.parent_id, n.test
     from executions, (values ('manual', $1::uuid, null::json), ('manual', null, '{}'), ('bench', null, null)) as n (trigger, parent_id, test)
     where id = $1`,
    [kept],
  )
  expect(await unread()).toEqual([])
  await clear()
})

it('of a person who never looks are let go when no queue would show them any more', async () => {
  const [old, fresh] = [await runOf({ as: owner }), await runOf({ as: owner })]
  await test.database.pool.query(
    `update unread_results set created_at = now() - interval '91 days' where execution_id = $1`,
    [old],
  )
  await deleteOldUnread(test.database.db)
  expect(await unread()).toEqual([fresh])
  await clear()
})
