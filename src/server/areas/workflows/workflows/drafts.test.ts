import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { set, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { type EditGrant, ownerEdits } from './workflows.policy.ts'
import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from './workflows.ts'

let database: TestDatabase
/** Has two connections. */
let db: Database
let greedy: EditGrant
let other: EditGrant
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(createPool(database.url, 2))
  greedy = ownerEdits((await insertUser(database, 'seller')) as UserId)
  other = ownerEdits((await insertUser(database, 'seller')) as UserId)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Each rename looks through all the expressions. */
const document = workflow(
  [set('n0', { a: 'x' }), ...Array.from({ length: 300 }, (_, index) => set(`k${index}`, { a: '{{ $nodes.n0.a }}' }))],
  [],
)
const renames = (count: number): JsonObject => ({
  type: 'batch',
  operations: Array.from({ length: count }, (_, index) => {
    const [node_id, new_id] = index % 2 === 0 ? ['n0', 'm0'] : ['m0', 'n0']
    return { type: 'rename', node_id, new_id }
  }),
})
const make = async (grant: EditGrant): Promise<WorkflowId> =>
  (await createWorkflow(db, grant, { name: 'Greets', document: JSON.parse(JSON.stringify(document)) })).id
const edit = (grant: EditGrant, id: WorkflowId) =>
  updateWorkflow(db, grant, id, { operations: [renames(200)], base_revision: 0 })

it('long edits of one person leave the connections to others', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => make(greedy)))
  const edits = ids.map((id) => edit(greedy, id))
  await listWorkflows(db, other, { state: 'all', sort: 'changed', limit: 1, offset: 0 })
  // None of them has ended: they held no connection that the other waited for.
  const { rows } = await database.pool.query('select revision from workflows where id = any($1)', [ids])
  expect(rows.map(({ revision }) => revision)).toEqual([0, 0, 0, 0])
  await Promise.all(edits)
})

it('an edit of another person waits for no more than one of a person who sends many', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => make(greedy)))
  const own = await make(other)
  const order: string[] = []
  const edits = ids.map((id) => edit(greedy, id).then(() => order.push('greedy')))
  await Promise.all([...edits, edit(other, own).then(() => order.push('other'))])
  expect(order.indexOf('other')).toBeLessThanOrEqual(1)
})

it('of edits on one revision at the same time one is stored, and the others are told', async () => {
  const id = await make(other)
  const results = await Promise.allSettled([edit(other, id), edit(other, id), edit(other, id)])
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'stale_revision' } })
  expect((await getWorkflow(db, other, id)).revision).toBe(1)
})
