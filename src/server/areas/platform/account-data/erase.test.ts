import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '#server/areas/accounts/api-keys/api-keys.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { setAvatar } from '#server/areas/accounts/users/avatars.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { updateProfile } from '#server/areas/accounts/users/users.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { removeLeftovers } from '#server/platform/files/leftovers.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestIdentity, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { erasePerson } from './erase.store.ts'
import { findPerson } from './exports.store.ts'

let database: TestDatabase
let identity: TestIdentity
const temporary = temporaryFolder()
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(async () => {
  await identity.stop()
  await database.drop()
  temporary.remove()
})

const gone = expect.objectContaining({ code: 'CH401' })

/** Somebody let in, as a request whose body is still coming. */
async function letIn() {
  const { token } = await signUpSomebody(identity)
  const owner = mayManageOwnAccount(await createSessions(database.db, identity).resolve(`Bearer ${token}`))
  const picture = { db: database.db, portrait: async () => Buffer.from('picture') }
  return {
    owner,
    send: () => setAvatar(picture, owner, Readable.from([Buffer.from('x')]), new AbortController().signal),
    remove: () =>
      database.db.transaction().execute(async (tx) => {
        const person = await findPerson(tx, owner.on)
        if (person) await erasePerson(tx, person)
      }),
    pictures: async () => (await database.pool.query('select 1 from avatars where owner_id = $1', [owner.on])).rowCount,
  }
}

it('lets nobody who was let in before it write anything of theirs', async () => {
  const { db, pool } = database
  const { owner, send, remove, pictures } = await letIn()
  await send()
  await remove()
  await expect(send()).rejects.toEqual(gone)
  await expect(createApiKey(db, owner, { name: 'late', scopes: ['run'] })).rejects.toEqual(gone)
  await expect(updateProfile(db, owner, { display_name: 'Again' })).rejects.toEqual(gone)
  const file = `insert into files (owner_id, name, mime, bytes, sha256) values ($1, 'a.txt', 'text/plain', 1, 'x')`
  await expect(pool.query(file, [owner.on])).rejects.toEqual(gone)
  expect(await pictures()).toBe(0)
})

it('meets them at the same moment, too', async () => {
  for (let round = 0; round < 6; round++) {
    const { send, remove, pictures } = await letIn()
    const [, removed] = await Promise.allSettled([send(), remove()])
    expect(removed).toMatchObject({ status: 'fulfilled' })
    expect(await pictures()).toBe(0)
  }
})

it.each(['cancelled', 'failed', 'succeeded'])(
  'removes what a step of a %s run wrote to the disk although no row names it',
  async (status) => {
    const { owner, remove } = await letIn()
    const { rows } = await database.pool.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, finished_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), $2, 'manual', '{}', now()) returning id`,
      [owner.on, status],
    )
    const place = `outputs/executions/${rows[0].id}`
    const objects = createFolderObjects({ dir: temporary.path })
    const written = Readable.from([Buffer.from('"Asha has diabetes"')])
    await objects.write(`${place}/read.json`, written, new AbortController().signal)
    await remove()
    await removeLeftovers({ db: database.db, objects, log: { warn: () => {} } })
    expect(existsSync(join(temporary.path, place))).toBe(false)
  },
)

it('removes what a repeat copied from a run that was deleted before', async () => {
  const { owner, remove } = await letIn()
  const { pool } = database
  const deleted = randomUUID()
  const { rows } = await pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, finished_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'succeeded', 'manual', '{}', now()) returning id`,
    [owner.on],
  )
  const copied = [{ node_id: 'n', seq: 1, status: 'succeeded', stored: `executions/${deleted}/n.json`, started_at: 1 }]
  await pool.query('insert into journal (execution_id, seq, rows) values ($1, 1, $2)', [
    rows[0].id,
    JSON.stringify(copied),
  ])
  await remove()
  const left = await pool.query(`select from leftovers where path = 'outputs/executions/' || $1`, [deleted])
  expect(left.rowCount).toBe(1)
})

it('removes what was watched in apps, with what arrived from there', async () => {
  const { owner, remove } = await letIn()
  const { pool } = database
  await pool.query(
    `with watched as (
       insert into app_triggers (owner_id, integration, watched, kind, token) values ($1::uuid, 'github', '{}', 'webhook', $1::text) returning id)
     insert into app_trigger_items (app_trigger_id, owner_id, key, input) select id, $1::uuid, 'd1', '{"patient": "Asha"}' from watched`,
    [owner.on],
  )
  await remove()
  for (const table of ['app_triggers', 'app_trigger_items'])
    expect((await pool.query(`select from ${table} where owner_id = $1`, [owner.on])).rowCount).toBe(0)
})

it('removes what was decided about their runs, and their name from what they decided about runs of others', async () => {
  const { owner, remove } = await letIn()
  const other = await letIn()
  const { pool } = database
  const runOf = async (account: string) => {
    const { rows } = await pool.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, finished_at)
       values ($2, $1, $2, $2, 'succeeded', 'manual', '{}', now()) returning id`,
      [account, randomUUID()],
    )
    await pool.query(
      `insert into run_reviews (execution_id, owner_id, finished_at, findings, finding_count, assignee_id)
       values ($1, $2, now(), '[]', 1, $3)`,
      [rows[0].id, account, owner.on],
    )
    await pool.query(
      `insert into run_decisions (execution_id, number, reading, finding, tab, verdict, label, person_id, key)
       values ($1, 1, 'first', 'code:I10:present', 'codes', 'accepted', 'I10', $2, $3)`,
      [rows[0].id, owner.on, randomUUID()],
    )
    await pool.query(
      `insert into run_sign_offs (execution_id, revision, reading, person_id, through, decided, findings, closed)
       values ($1, 1, 'first', $2, 1, 1, 1, true)`,
      [rows[0].id, owner.on],
    )
    await pool.query(`insert into run_comments (execution_id, author_id, text) values ($1, $2, 'Seen')`, [
      rows[0].id,
      owner.on,
    ])
    return rows[0].id
  }
  const [own, theirs] = [await runOf(owner.on), await runOf(other.owner.on)]
  await remove()
  const tables = {
    run_decisions: 'person_id',
    run_sign_offs: 'person_id',
    run_comments: 'author_id',
    run_reviews: 'assignee_id',
  }
  for (const [table, column] of Object.entries(tables)) {
    expect((await pool.query(`select from ${table} where execution_id = $1`, [own])).rowCount).toBe(0)
    const kept = await pool.query(`select ${column} as person from ${table} where execution_id = $1`, [theirs])
    expect([table, kept.rows]).toEqual([table, [{ person: null }]])
  }
})
