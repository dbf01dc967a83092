import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { createS3Objects } from '#server/gateways/storage/s3-objects.ts'
import type { StorageSettings } from '#server/gateways/storage/settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { s3SettingsOf } from '#test/support/s3.ts'
import { fromStore } from './archive-places.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { makeDueBackup, type ScheduledBackups } from './scheduled.ts'

const INSTALLATION = '0b5e3c1e-5a61-4f0e-9d3e-2f6f6b7f7f11'
const HEAD = 'chowk-0b5e3c1e-'

let test: TestApp
let root: Person
let peer: S3Peer
let scratch: string
beforeAll(async () => {
  peer = await startS3Peer()
  scratch = mkdtempSync(join(tmpdir(), 'chowk-scheduled-'))
  const plan = { place: 'the folder /backups', every_hours: 24, keep: 2, is_encrypted: false }
  test = await createTestApp({ deps: { backups: plan } })
  root = await test.person('super_admin')
  writeFileSync(join(test.folder, 'secret'), 'the secret of the installation')
  writeFileSync(join(test.folder, 'installation'), `${INSTALLATION}\n`)
  await test.database.pool.query(
    "insert into installation (id, secret_fingerprint, vault_key_id, storage) values ($1, 'a', 'b', 'folder')",
    [INSTALLATION],
  )
})
afterAll(async () => {
  await test.close()
  await peer.close()
  rmSync(scratch, { recursive: true })
})

let dir: string
const folder: StorageSettings = { kind: 'folder', dir: '/backups' }
beforeEach(() => {
  dir = mkdtempSync(join(scratch, 'store-'))
})
afterEach(async () => {
  peer.trouble = null
  peer.objects.clear()
  await test.database.pool.query('delete from backups')
  await test.database.pool.query('delete from notifications')
  await test.database.pool.query('update installation set backed_up_at = null')
})

const never = new AbortController().signal
const partsOf = (over: Partial<ScheduledBackups> = {}): ScheduledBackups => ({
  db: test.database.db,
  databaseUrl: test.database.url,
  dataDir: test.folder,
  objects: createFolderObjects({ dir: test.folder }),
  store: createFolderObjects({ dir }),
  settings: folder,
  every_hours: 24,
  keep: 2,
  passphrase: null,
  log: { info: () => {}, warn: () => {} },
  ...over,
})
const turn = (over: Partial<ScheduledBackups> = {}, signal = never) => makeDueBackup(partsOf(over), signal)
const backups = async () => {
  const { rows } = await test.database.pool.query(
    'select status, name, error, deleted_at is not null as deleted from backups order by requested_at, id',
  )
  return rows
}
/** As if everything so far had happened so long ago. */
const pass = (hours: number) =>
  test.database.pool.query(
    `update backups set requested_at = requested_at - $1::interval, begun_at = begun_at - $1::interval,
      ended_at = ended_at - $1::interval`,
    [`${hours} hours`],
  )
const namesIn = async (store: ObjectStore) => {
  const names: string[] = []
  for await (const { key } of store.list('')) names.push(key)
  return names.sort()
}
const noticesOf = async (as: Person) => (await test.call('GET', '/api/v1/notifications', { as })).body.data.items

describe('a scheduled backup', () => {
  it('is made when it is due, whole, once for all processes, and noted', async () => {
    await Promise.all([turn(), turn(), turn()])
    await turn()
    const made = await backups()
    expect(made).toEqual([{ status: 'succeeded', name: expect.stringContaining(HEAD), error: null, deleted: false }])
    const store = createFolderObjects({ dir })
    expect(await namesIn(store)).toEqual([made[0].name])
    expect(
      (await verifyBackup({ source: fromStore(store, made[0].name), passphrase: null })).manifest.installation,
    ).toBe(INSTALLATION)
    const { rows } = await test.database.pool.query(
      "select now() - backed_up_at < interval '1 minute' as fresh from installation",
    )
    expect(rows[0].fresh).toBe(true)
    await pass(25)
    await turn()
    expect(await backups()).toHaveLength(2)
  })

  it('goes to a bucket, and comes back from there', async () => {
    const settings = s3SettingsOf(peer, 'backups')
    const store = createS3Objects({ settings, scratch })
    await turn({ store, settings, passphrase: 'a passphrase of a test' })
    const [{ name }] = await backups()
    expect([...peer.objects.keys()]).toEqual([`backups/${name}`])
    const database = await createEmptyDatabase()
    const dataDir = join(dir, 'restored')
    await restoreBackup({
      source: fromStore(store, name),
      passphrase: 'a passphrase of a test',
      dataDir,
      objects: createFolderObjects({ dir: dataDir }),
      storage: 'folder',
      open: async () => ({ url: database.url, leave: async () => {} }),
    })
    expect((await database.pool.query('select id from installation')).rows).toEqual([{ id: INSTALLATION }])
    await database.drop()
  })

  it('takes the place of older ones only when it is complete, and leaves what is not its own', async () => {
    const others = ['chowk-ffffffff-20260101-000000.backup', 'taxes.pdf', `${HEAD}by-hand.backup`]
    for (const name of others) writeFileSync(join(dir, name), 'of others')
    const names = [1, 2, 3].map((day) => `${HEAD}2026010${day}-000000.backup`)
    for (const name of names) writeFileSync(join(dir, name), 'older')
    const broken: ObjectStore = Object.assign(createFolderObjects({ dir }), {
      move: async () => Promise.reject(new Error('No space left on device')),
    })
    await turn({ store: broken })
    expect(
      readdirSync(dir)
        .filter((name) => name.endsWith('.backup') && name.startsWith(HEAD))
        .sort(),
    ).toEqual([...names, `${HEAD}by-hand.backup`].sort())
    await pass(1)
    await turn()
    const [, { name }] = await backups()
    expect(await namesIn(createFolderObjects({ dir }))).toEqual([...others, names[2], name].sort())
  })

  it('keeps at least the one just made', async () => {
    for (let n = 0; n < 3; n++) {
      await turn({ keep: 1 })
      await pass(25)
      await test.database.pool.query("update backups set name = replace(name, '.backup', '') || '.backup'")
    }
    const kept = await namesIn(createFolderObjects({ dir }))
    expect(kept).toEqual([(await backups()).at(-1).name])
  })

  it('that fails says so to the super admins, is tried again, and the notice ends with the next success', async () => {
    const settings = { ...s3SettingsOf(peer), secretAccessKey: 'another secret' }
    const store = createS3Objects({ settings, scratch })
    await turn({ store, settings })
    await turn({ store, settings })
    expect(await backups()).toEqual([
      { status: 'failed', name: null, deleted: false, error: expect.stringMatching(/S3_SECRET_ACCESS_KEY/) },
    ])
    expect(await noticesOf(root)).toMatchObject([
      { kind: 'backup', title: 'A backup failed', href: '/admin/system', read_at: null },
    ])
    expect(await noticesOf(await test.person('admin'))).toEqual([])
    await pass(1)
    await turn()
    expect((await backups()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect((await noticesOf(root))[0].read_at).not.toBeNull()
  })

  it('into a folder that cannot be written says which, and what to do', async () => {
    const file = join(dir, 'a-file')
    writeFileSync(file, '')
    const place: StorageSettings = { kind: 'folder', dir: join(file, 'backups') }
    await turn({ store: createFolderObjects(place), settings: place })
    expect(await backups()).toMatchObject([
      { status: 'failed', error: expect.stringContaining(`This process can’t write to ${place.dir} (ENOTDIR)`) },
    ])
  })

  it('is not called good when what was written cannot be read again', async () => {
    const store: ObjectStore = Object.assign(createFolderObjects({ dir }), {
      write: async (key: string) => {
        mkdirSync(join(dir, 'unfinished'), { recursive: true })
        writeFileSync(join(dir, key), 'not what was sent')
        return 17
      },
    })
    await turn({ store })
    expect(await backups()).toMatchObject([{ status: 'failed', error: expect.stringMatching(/is not a backup/) }])
    expect(readdirSync(dir).filter((name) => name.endsWith('.backup'))).toEqual([])
    expect((await test.database.pool.query('select backed_up_at from installation')).rows[0].backed_up_at).toBeNull()
  })

  it('that a stopped or killed process began is made by the next one, and nothing is left of it', async () => {
    const stop = new AbortController()
    const stopping: ObjectStore = Object.assign(createFolderObjects({ dir }), {
      write: async (key: string) => {
        mkdirSync(join(dir, 'unfinished'), { recursive: true })
        writeFileSync(join(dir, key), 'half')
        stop.abort(new Error('the server stops'))
        throw stop.signal.reason
      },
    })
    await turn({ store: stopping }, stop.signal)
    expect(await backups()).toMatchObject([{ status: 'running' }])
    await test.database.pool.query("update backups set begun_at = now() - interval '1 hour'")
    await turn()
    await pass(1)
    await turn()
    expect(await backups()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('ended before it was complete') },
      { status: 'succeeded' },
    ])
    expect(readdirSync(join(dir, 'unfinished'))).toEqual([])
  })
})

describe('backups in the admin area', () => {
  const list = (as: Person) => test.call('GET', '/api/v1/admin/backups', { as })
  const request = (as: Person) => test.call('POST', '/api/v1/admin/backups', { as })

  it('are seen and asked for by super admins alone, one at a time', async () => {
    expect([
      (await list(await test.person('admin'))).status,
      (await request(await test.person('admin'))).status,
    ]).toEqual([403, 403])
    await turn()
    expect((await request(root)).body.data.items).toMatchObject([
      { status: 'waiting', trigger: 'admin' },
      { status: 'succeeded', trigger: 'schedule' },
    ])
    expect(await request(root)).toMatchObject({ status: 409, body: { errors: [{ code: 'illegal_transition' }] } })
    await turn()
    const { body } = await list(root)
    expect(body.data.plan).toEqual({ place: 'the folder /backups', every_hours: 24, keep: 2, is_encrypted: false })
    expect(body.data.items.map((one: { status: string }) => one.status)).toEqual(['succeeded', 'succeeded'])
    expect(body.data.items[0].bytes).toBeGreaterThan(1000)
    const { rows } = await test.database.pool.query("select actor_id from audit_log where action = 'backup.request'")
    expect(rows).toEqual([{ actor_id: root.id }])
  })

  it('are on the overview with their age and their last error', async () => {
    const overview = async () => (await test.call('GET', '/api/v1/admin/overview', { as: root })).body.data.backups
    expect(await overview()).toEqual({ is_scheduled: true, last_at: null, error: null, is_late: false })
    await turn()
    expect(await overview()).toMatchObject({ last_at: expect.any(String), error: null, is_late: false })
    await test.database.pool.query("update installation set backed_up_at = now() - interval '27 hours'")
    await pass(30)
    const broken: ObjectStore = Object.assign(createFolderObjects({ dir }), {
      write: async () => Promise.reject(new Error('The disk is full')),
    })
    await turn({ store: broken })
    expect(await overview()).toMatchObject({ error: 'The disk is full', is_late: true })
  })
})
