import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { createBus } from '#server/engine/bus.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { createS3Objects } from '#server/gateways/storage/s3-objects.ts'
import { identityOf, type S3Settings, type StorageSettings } from '#server/gateways/storage/settings.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { s3SettingsOf } from '#test/support/s3.ts'
import { insertUser } from '#test/support/users.ts'
import { claimInstallation } from './installation.ts'
import { moveStorage } from './move-storage.ts'
import { claimStorage } from './storage-place.ts'

let database: TestDatabase
let peer: S3Peer
let folder: ReturnType<typeof temporaryFolder>
let installation: string
let warned: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  peer = await startS3Peer()
  folder = temporaryFolder()
  warned = []
  const vaultKeys = loadKeyRing(randomBytes(32).toString('base64'), '/nowhere')
  const keys = {
    secret: 'of the installation',
    vaultKeys,
    dataDir: folder.path,
    dataFolderOf: null,
    acceptNewKeys: false,
  }
  installation = await claimInstallation(database.db, keys)
})
afterEach(async () => {
  await peer.close()
  await database.drop()
  folder.remove()
})

const FOLDER: StorageSettings = { kind: 'folder', dir: '/srv/chowk' }
const files = () => createFolderObjects({ dir: folder.path })
const bucket = (settings: S3Settings): ObjectStore =>
  createS3Objects({ settings, scratch: join(folder.path, 'scratch'), attempts: 1 })
const log = { warn: (_detail: object, message: string) => void warned.push(message) }
const claim = (settings: StorageSettings, of = installation) =>
  claimStorage(database.db, {
    settings,
    objects: settings.kind === 's3' ? bucket(settings) : files(),
    installation: of,
    log,
  })
const recorded = async () => (await database.pool.query('select storage from installation')).rows[0].storage

describe('the place of files', () => {
  it('is recorded at the first start and stays', async () => {
    const settings = s3SettingsOf(peer, 'clinic')
    await claim(settings)
    await claim(settings)
    expect(await recorded()).toBe(identityOf(settings))
    expect(peer.objects.get('clinic/installation')?.bytes.toString()).toBe(`${installation}\n`)
  })

  it('is not another one by mistake: the former files would not be found', async () => {
    await claim(FOLDER)
    await expect(claim(s3SettingsOf(peer))).rejects.toThrow(
      /files of this installation are in a folder, and STORAGE_URL now means the bucket papers.*chowk move-storage FROM TO/s,
    )
    expect([...peer.objects.keys()]).toEqual([])
    expect(await recorded()).toBe('folder')
  })

  it('is the folder for an installation from before there was a choice', async () => {
    await database.pool.query('update installation set storage = null')
    await claim(s3SettingsOf(peer, 'unused'))
    await database.pool.query('update installation set storage = null')
    const owner = await insertUser(database, 'basic_user')
    await database.pool.query(
      "insert into files (owner_id, name, mime, bytes, sha256) values ($1, 'a.txt', 'text/plain', 1, 'x')",
      [owner],
    )
    await expect(claim(s3SettingsOf(peer))).rejects.toThrow(/are in a folder/)
  })

  it('is not shared by two installations', async () => {
    const settings = s3SettingsOf(peer)
    await claim(settings)
    await expect(claim(settings, '0b5e3c1e-5a61-4f0e-9d3e-2f6f6b7f7f11')).rejects.toThrow(
      /belongs to another installation/,
    )
  })

  it('is refused with a wrong secret, by the name of its variable', async () => {
    await expect(claim({ ...s3SettingsOf(peer), secretAccessKey: 'another secret' })).rejects.toThrow(
      /The storage refuses Chowk: the secret in S3_SECRET_ACCESS_KEY does not belong/,
    )
    expect(await recorded()).toBeNull()
  })

  it('may be away at a start, once it is known', async () => {
    await claim(s3SettingsOf(peer))
    peer.trouble = { type: 'unavailable' }
    await claim(s3SettingsOf(peer))
    expect(warned).toEqual([expect.stringContaining('the storage cannot be reached')])
    await expect(claim(s3SettingsOf(peer, 'elsewhere'))).rejects.toThrow(/cannot be reached.*kept elsewhere/)
  })
})

describe('chowk move-storage', () => {
  const KEYS = ['files/files/aa/one', 'files/derived/aa/one/page-1.png', 'outputs/executions/a/b.json', 'exports/c.zip']

  it('copies everything, continues where it stopped, and lets the next start use the new place', async () => {
    await claim(FOLDER)
    const from = files()
    for (const key of KEYS) await from.put(key, `of ${key}`)
    await from.put('files/incoming/half-way', 'not yet accepted')
    const settings = s3SettingsOf(peer, 'clinic')
    const move = { from, to: bucket(settings), identity: identityOf(settings) }
    peer.trouble = { type: 'unavailable' }
    await expect(moveStorage(database.db, move)).rejects.toMatchObject({ code: 'unavailable' })
    peer.trouble = null
    await move.to.put(KEYS[0] ?? '', `of ${KEYS[0]}`)
    expect(await moveStorage(database.db, move)).toMatchObject({ copied: 3, kept: 1, running: [] })
    expect([...peer.objects.keys()].sort()).toEqual(['installation', ...KEYS].map((key) => `clinic/${key}`).sort())
    await claim(settings)
    await expect(claim(FOLDER)).rejects.toThrow(/STORAGE_URL now means/)

    // And back.
    const back = { from: move.to, to: createFolderObjects({ dir: join(folder.path, 'back') }), identity: 'folder' }
    expect(await moveStorage(database.db, back)).toMatchObject({ copied: 4 })
    expect((await back.to.read(KEYS[3] ?? ''))?.toString()).toBe(`of ${KEYS[3]}`)
    await claim(FOLDER)
  })

  it('does not finish while a process still writes to the former place', async () => {
    await claim(FOLDER)
    await files().put('outputs/executions/a/b.json', '1')
    const settings = s3SettingsOf(peer)
    const move = { from: files(), to: bucket(settings), identity: identityOf(settings) }
    const bus = await createBus({
      databaseUrl: database.url,
      executorId: 'worker-1',
      onWake: () => {},
      onLost: () => {},
    } as never)
    try {
      expect((await moveStorage(database.db, move)).running).toEqual(['worker-1'])
      expect(await recorded()).toBe('folder')
    } finally {
      await bus.close()
    }
  })
})
