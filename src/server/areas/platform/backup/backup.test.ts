import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createS3Objects } from '#server/gateways/storage/s3-objects.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { queueRemoval } from '#server/platform/files/leftovers.store.ts'
import { removeLeftovers } from '#server/platform/files/leftovers.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database.ts'
import { s3SettingsOf } from '#test/support/s3.ts'
import { fromFile, intoFile } from './archive-places.ts'
import { readArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { backUp, noteBackup } from './backup.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { findTables } from './tables.store.ts'

const INSTALLATION = '0b5e3c1e-5a61-4f0e-9d3e-2f6f6b7f7f11'
const PASSPHRASE = 'a passphrase of a test'

let test: TestApp
let scratch: string
beforeAll(async () => {
  test = await createTestApp()
  scratch = mkdtempSync(join(tmpdir(), 'chowk-backup-'))
  writeFileSync(join(test.folder, 'secret'), 'the secret of the installation')
  writeFileSync(join(test.folder, 'installation'), `${INSTALLATION}\n`)
  writeFileSync(join(test.folder, 'vault-key'), 'the key of the vault')
  await test.database.pool.query(
    "insert into installation (id, secret_fingerprint, vault_key_id, storage) values ($1, 'of the secret', 'of the key', 'folder')",
    [INSTALLATION],
  )
  const asha = await test.person()
  await upload('the first document', asha)
  await test.call('POST', '/api/v1/contact', {
    body: { topic: 'help', name: 'Tab\tand\\slash', email: 'a@clinic.example', message: 'नमस्ते "x" \\N \n end' },
  })
})
afterAll(async () => {
  await test.close()
  rmSync(scratch, { recursive: true, force: true })
})

async function upload(text: string, as: Person): Promise<string> {
  const boundary = 'b'.repeat(24)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`
  const { status, body } = await test.call('POST', '/api/v1/files', {
    as,
    payload: Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  expect(status).toBe(201)
  return body.data.id
}

const ofTest = () => ({
  databaseUrl: test.database.url,
  dataDir: test.folder,
  objects: createFolderObjects({ dir: test.folder }),
})
const fileOf = () => join(scratch, `${randomBytes(6).toString('hex')}.backup`)
async function make(passphrase: string | null = null) {
  const file = fileOf()
  const summary = await backUp({ ...ofTest(), sink: intoFile(file), passphrase })
  return { file, summary }
}

async function target() {
  const database = await createEmptyDatabase()
  const dataDir = join(scratch, randomBytes(6).toString('hex'))
  onTestFinished(() => database.drop())
  const objects = createFolderObjects({ dir: dataDir })
  return {
    database,
    dataDir,
    objects,
    storage: 'folder',
    open: async () => ({ url: database.url, leave: async () => {} }),
  }
}

/** Every row of every table, as text. */
async function rowsOf({ pool }: TestDatabase): Promise<Record<string, string[]>> {
  const client = await pool.connect()
  try {
    const rows: Record<string, string[]> = {}
    for (const { schema, name } of await findTables(client)) {
      const found = await client.query<{ row: string }>(`select t::text as row from "${schema}"."${name}" t order by 1`)
      rows[`${schema}.${name}`] = found.rows.map(({ row }) => row)
    }
    return rows
  } finally {
    client.release()
  }
}

const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]),
  )

describe('a backup', () => {
  it('refuses a file that cannot be written with what the disk said', async () => {
    const file = join(scratch, 'no-such-folder', 'a.backup')
    await expect(
      backUp({
        databaseUrl: test.database.url,
        dataDir: test.folder,
        objects: createFolderObjects({ dir: test.folder }),
        sink: intoFile(file),
        passphrase: PASSPHRASE,
      }),
    ).rejects.toThrow(/ENOENT/)
  })

  it('that is encrypted comes back as it was, with files and keys', async () => {
    const passphrase = PASSPHRASE
    const { file, summary } = await make(passphrase)
    const { database, ...into } = await target()
    const { dataDir } = into
    const content = await restoreBackup({ source: fromFile(file), passphrase, ...into })
    expect(await rowsOf(database)).toEqual(await rowsOf(test.database))
    expect(filesOf(dataDir)).toEqual({ ...filesOf(test.folder), '/installation': `${INSTALLATION}\n` })
    expect(summary).toMatchObject({ files: 1, tables: content.manifest.tables.length })
    expect(summary.rows).toBeGreaterThan(10)
    // Rules between tables hold again.
    await expect(
      database.pool.query(
        "insert into files (id, owner_id, name, mime, bytes, sha256) values (gen_random_uuid(), gen_random_uuid(), 'x', 'x', 1, 'x')",
      ),
    ).rejects.toThrow(/foreign key/)
  })

  it('is noted in the database, so that metrics tell its age', async () => {
    const { summary } = await make(null)
    await noteBackup(test.database.url, summary)
    const { rows } = await test.database.pool.query('select backed_up_at from installation')
    expect(rows[0].backed_up_at.toISOString()).toBe(summary.created_at)
  })

  it('tells no secret without its passphrase, and says so', async () => {
    const { file } = await make(PASSPHRASE)
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    await expect(verifyBackup({ source: fromFile(file), passphrase: null })).rejects.toThrow(
      /is encrypted\. Set BACKUP_PASSPHRASE/,
    )
    await expect(verifyBackup({ source: fromFile(file), passphrase: 'another passphrase' })).rejects.toThrow(
      'The passphrase does not open this backup',
    )
  })

  it('keeps one moment: what is uploaded meanwhile is not in it', async () => {
    const asha = await test.person()
    const file = fileOf()
    let id = ''
    // The rows have been read; the file is there before its folder is.
    const onPart = async (part: string) => {
      if (part === 'public.files') id = await upload('a document that came later', asha)
    }
    await backUp({ ...ofTest(), sink: intoFile(file), passphrase: null, onPart })
    const { database, ...into } = await target()
    const { dataDir } = into
    await restoreBackup({ source: fromFile(file), passphrase: null, ...into })
    expect((await database.pool.query('select 1 from files where id = $1', [id])).rows).toEqual([])
    await removeLeftovers({ db: database.db, objects: createFolderObjects({ dir: dataDir }), log: { warn: () => {} } })
    expect(Object.keys(filesOf(dataDir)).filter((path) => path.includes(id))).toEqual([])
  })

  it('loses no file that is deleted while it is made', async () => {
    const id = uuidv7()
    const path = `files/files/${id.slice(-2)}/${id}`
    mkdirSync(join(test.folder, path, '..'), { recursive: true })
    writeFileSync(join(test.folder, path), 'deleted meanwhile')
    await queueRemoval(test.database.db, [path])
    const holder = await test.database.pool.connect()
    await holder.query('select pg_advisory_lock_shared($1)', [LOCKS.backup])
    await test.tidy()
    expect(existsSync(join(test.folder, path))).toBe(true)
    await holder.query('select pg_advisory_unlock_shared($1)', [LOCKS.backup])
    holder.release()
    await test.tidy()
    expect(existsSync(join(test.folder, path))).toBe(false)
  })
})

describe('with files in a bucket', () => {
  it('a backup holds them, and is restored into a folder or into another bucket', async () => {
    const [from, to] = [await startS3Peer(), await startS3Peer()]
    onTestFinished(async () => {
      await from.close()
      await to.close()
    })
    const bucketOf = (peer: S3Peer) =>
      createS3Objects({ settings: s3SettingsOf(peer, 'clinic'), scratch: join(scratch, 'files-on-their-way') })
    const source = bucketOf(from)
    let uploads = 0
    for await (const { key } of createFolderObjects({ dir: test.folder }).list('files/files')) {
      await source.put(key, readFileSync(join(test.folder, key)))
      uploads += 1
    }
    expect(uploads).toBeGreaterThan(0)
    const large = randomBytes(6_000_000)
    await source.put('outputs/executions/a/step.json', large)
    await source.put('outputs/executions/a/empty.json', '')
    const file = fileOf()
    const summary = await backUp({ ...ofTest(), objects: source, sink: intoFile(file), passphrase: null })
    expect(summary.files).toBe(uploads + 2)

    const folder = await target()
    await restoreBackup({ source: fromFile(file), passphrase: null, ...folder })
    expect(readFileSync(join(folder.dataDir, 'outputs/executions/a/step.json')).equals(large)).toBe(true)

    const bucket = { ...(await target()), objects: bucketOf(to), storage: 's3://papers/clinic' }
    to.trouble = { type: 'unavailable', times: 2 }
    await restoreBackup({ source: fromFile(file), passphrase: null, ...bucket })
    expect((await bucket.objects.read('outputs/executions/a/step.json'))?.equals(large)).toBe(true)
    expect([...to.objects.keys()].filter((key) => key.startsWith('clinic/files/'))).toHaveLength(uploads)
    expect(readdirSync(bucket.dataDir).sort()).toEqual(['installation', 'secret', 'vault-key'])
    const { rows } = await bucket.database.pool.query('select storage from installation')
    expect(rows).toEqual([{ storage: 's3://papers/clinic' }])

    // Whose files are there now are not replaced.
    const again = { ...(await target()), objects: bucketOf(to), storage: 's3://papers/clinic' }
    await expect(restoreBackup({ source: fromFile(file), passphrase: null, ...again })).rejects.toThrow(
      /belongs to an installation\. Restore into an empty one: name it with STORAGE_URL/,
    )
  })

  it('no backup is made while they cannot be read', async () => {
    const peer = await startS3Peer()
    onTestFinished(() => peer.close())
    const objects = createS3Objects({ settings: s3SettingsOf(peer), scratch, attempts: 1 })
    await objects.put('outputs/executions/a/step.json', 'x')
    peer.trouble = { type: 'unavailable' }
    const file = fileOf()
    await expect(backUp({ ...ofTest(), objects, sink: intoFile(file), passphrase: null })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(readdirSync(scratch).filter((name) => join(scratch, name).startsWith(file))).toEqual([])
  })
})

describe('a restore', () => {
  async function refused(file: string, message: RegExp) {
    const { database, ...into } = await target()
    const { dataDir } = into
    await expect(restoreBackup({ source: fromFile(file), passphrase: null, ...into })).rejects.toThrow(message)
    expect(existsSync(dataDir)).toBe(false)
    expect((await database.pool.query("select 1 from pg_tables where schemaname = 'public'")).rows).toEqual([])
  }

  it('of a backup that is cut off, changed, or none changes nothing', async () => {
    const { file } = await make()
    const whole = readFileSync(file)
    const damaged = (bytes: Buffer) => {
      const path = fileOf()
      writeFileSync(path, bytes)
      return path
    }
    await refused(damaged(whole.subarray(0, whole.length - 10)), /is cut off/)
    await refused(damaged(whole.subarray(0, whole.length >> 1)), /is cut off/)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 1, changed.length >> 1)
    await refused(damaged(changed), /damaged|cut off/)
    await refused(damaged(Buffer.from('{"not":"a backup"}')), /is not a backup of Chowk/)
    await refused(join(scratch, 'nothing.here'), /cannot be read/)
  })

  it('of a newer version is refused by name', async () => {
    const { file } = await make()
    const { manifest } = await readArchive(fromFile(file), null)
    for (const newer of [
      { ...manifest, format: 99 },
      { ...manifest, migrations: [...manifest.migrations, '9999_from_the_future.sql'] },
    ]) {
      const path = fileOf()
      const archive = writeArchive(intoFile(path), null)
      await archive.add('manifest.json', Buffer.from(JSON.stringify(newer)))
      await archive.finish()
      await refused(path, /made by a newer version of Chowk/)
    }
  })

  it('never replaces an installation that lives there', async () => {
    const { file } = await make()
    const { database: _, ...into } = await target()
    const { dataDir } = into
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret'), 'of another installation')
    await expect(restoreBackup({ source: fromFile(file), passphrase: null, ...into })).rejects.toThrow(/is not empty/)
    expect(filesOf(dataDir)).toEqual({ '/secret': 'of another installation' })

    const before = await rowsOf(test.database)
    const elsewhere = join(scratch, 'elsewhere')
    const living = async () => ({ url: test.database.url, leave: async () => {} })
    await expect(
      restoreBackup({
        source: fromFile(file),
        passphrase: null,
        ...into,
        dataDir: elsewhere,
        objects: createFolderObjects({ dir: elsewhere }),
        open: living,
      }),
    ).rejects.toThrow(/already holds an installation/)
    expect(await rowsOf(test.database)).toEqual(before)
  })

  it('that fails at a file leaves the database empty, and is run again', async () => {
    const { file } = await make()
    const { manifest } = await readArchive(fromFile(file), null)
    const bad = fileOf()
    const archive = writeArchive(intoFile(bad), null)
    await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
    await archive.add('data/outputs/../../outside', Buffer.from('out'))
    await archive.finish()
    const { database, ...into } = await target()
    const { dataDir } = into
    await expect(restoreBackup({ source: fromFile(bad), passphrase: null, ...into })).rejects.toThrow(/has no place/)
    expect(existsSync(join(dataDir, '../outside'))).toBe(false)
    expect((await database.pool.query('select 1 from installation')).rows).toEqual([])
    await restoreBackup({ source: fromFile(file), passphrase: null, ...into })
    expect(await rowsOf(database)).toEqual(await rowsOf(test.database))
  })

  it('that was interrupted is run again', async () => {
    const { file } = await make()
    const { database, ...into } = await target()
    const { dataDir } = into
    const broken = async () => ({ url: 'postgres://nobody@127.0.0.1:1/none', leave: async () => {} })
    await expect(restoreBackup({ source: fromFile(file), passphrase: null, ...into, open: broken })).rejects.toThrow()
    expect(readdirSync(dataDir)).toEqual(['restoring'])
    await restoreBackup({ source: fromFile(file), passphrase: null, ...into })
    expect(await rowsOf(database)).toEqual(await rowsOf(test.database))
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
  })
})
