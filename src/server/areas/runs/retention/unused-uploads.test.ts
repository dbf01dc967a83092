import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileId } from '#contract/core/primitives.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner } from '#test/support/engine.ts'
import { deleteUnused } from './unused-uploads.store.ts'
import { deleteUnusedUploads } from './unused-uploads.ts'

let database: TestDatabase
let owner = ''
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('delete from files')
  owner = await createOwner(database.pool)
})
afterAll(() => database.drop())

const placesOf = (id: string) => [`files/files/${id}`]
const turn = (days: number | null = 30, files = { placesOf }, pace?: { uploads: number; runs: number; ms: number }) =>
  deleteUnusedUploads({ db: database.db, files }, days, new AbortController().signal, pace)
/** What was asked about before was asked about a day earlier now. */
const dayLater = () => database.pool.query(`update files set use_asked_at = use_asked_at - interval '25 hours'`)

async function upload({ days = 31, visitor = false, run = null as string | null } = {}): Promise<FileId> {
  const id = uuidv7() as FileId
  await database.pool.query(
    `insert into files (id, owner_id, visitor_key, name, mime, bytes, sha256, created_at, execution_id)
     values ($1, $2, $3, 'bill.pdf', 'application/pdf', 1, 'x', now() - make_interval(days => $4), $5)`,
    [id, visitor ? null : owner, visitor ? 'key' : null, days, run],
  )
  return id
}

async function run({ input = {} as object, rows = [] as object[], days = 0 } = {}): Promise<string> {
  const id = uuidv7()
  await database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, depth, status, trigger, priority, input, created_at, finished_at)
     values ($1, $2, $1, $1, 0, 'succeeded', 'manual', 'normal', $3, now() - make_interval(days => $4), now() - make_interval(days => $4))`,
    [id, owner, input, days],
  )
  await database.pool.query('insert into journal (execution_id, seq, rows) values ($1, 1, $2)', [
    id,
    JSON.stringify(rows),
  ])
  return id
}

const left = async () => (await database.pool.query('select id from files order by id')).rows.map(({ id }) => id)
const queued = async (id: string) =>
  (await database.pool.query('select from leftovers where path = any($1)', [placesOf(id)])).rowCount === 1

it('marks an upload that nothing uses, and deletes it with its bytes when nothing uses it a day later', async () => {
  const [old, young, ofRun, visitors] = [
    await upload(),
    await upload({ days: 29 }),
    await upload({ run: await run() }),
    await upload({ visitor: true }),
  ]
  expect(await turn(null)).toEqual({ marked: 0, deleted: 0 })
  expect(await turn()).toEqual({ marked: 1, deleted: 0 })
  expect(await turn()).toEqual({ marked: 0, deleted: 0 })
  expect(await left()).toEqual([old, young, ofRun, visitors].toSorted())
  await dayLater()
  expect(await turn()).toEqual({ marked: 0, deleted: 1 })
  expect(await left()).toEqual([young, ofRun, visitors].toSorted())
  expect(await queued(old)).toBe(true)
})

it('keeps what came to be used since it was marked, and asks again a week later', async () => {
  const id = await upload()
  await turn()
  const user = await run({ input: { file: { file_id: id } } })
  await dayLater()
  expect(await turn()).toEqual({ marked: 0, deleted: 0 })
  await database.pool.query('delete from executions where id = $1', [user])
  await dayLater()
  expect(await turn()).toEqual({ marked: 0, deleted: 0 })
  await database.pool.query(`update files set use_asked_at = use_asked_at - interval '7 days'`)
  expect(await turn()).toEqual({ marked: 1, deleted: 0 })
})

it('keeps what came to be used between the last question and the deletion', async () => {
  const id = await upload()
  await turn()
  await dayLater()
  await run({ input: { file: { file_id: id } } })
  expect(await database.db.transaction().execute((tx) => deleteUnused(tx, [id]))).toEqual([])
  expect(await left()).toEqual([id])
})

it('finds what only a step names, in as many statements as it takes', async () => {
  const [named, inLargeOutput, free] = [await upload(), await upload(), await upload()]
  // A run that was over before an upload came can’t name it.
  await run({ rows: [{ output: { file_id: free } }], days: 40 })
  for (let n = 0; n < 5; n++) await run()
  await run({ rows: [{ output: [{ file_id: named }] }], days: 5 })
  await run({ rows: [{ stored: 'executions/x/n.json', files: [inLargeOutput] }], days: 6 })
  for (let n = 0; n < 5; n++) await run({ days: 7 })
  expect(await turn(30, { placesOf }, { uploads: 2, runs: 3, ms: 60_000 })).toEqual({ marked: 1, deleted: 0 })
  await dayLater()
  await turn()
  expect(await left()).toEqual([named, inLargeOutput].toSorted())
})

it('takes up what a turn left that ended half-way', async () => {
  const ids = await Promise.all(Array.from({ length: 150 }, () => upload()))
  await turn()
  await dayLater()
  let asked = 0
  const dying = {
    placesOf: (id: string) => {
      if (++asked > 120) throw new Error('killed')
      return placesOf(id)
    },
  }
  await expect(turn(30, dying)).rejects.toThrow('killed')
  expect(await left()).toHaveLength(50)
  expect(await turn()).toEqual({ marked: 0, deleted: 50 })
  expect(await Promise.all(ids.map(queued))).toEqual(ids.map(() => true))
})

it('deletes each upload once when two do it at the same time', async () => {
  for (let n = 0; n < 40; n++) await upload()
  await Promise.all([turn(), turn()])
  await dayLater()
  const done = await Promise.all([turn(), turn(), turn()])
  expect(done.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(40)
  expect(await left()).toEqual([])
})
