/**
 * Everything that an installation is made of, taken while it runs. The database is read from one moment, in a transaction that locks
 * nothing; objects never change once they are there, and while this runs none is removed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import type { ObjectStore, StoredObject } from '#server/gateways/storage/objects.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'
import { KEEP_ALIVE } from '#server/platform/database/pool.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { ArchiveSink } from './archive-places.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { FOLDERS, FORMAT, KEYS, MANIFEST_NAME, type Manifest, type TableOf, tableName } from './manifest.ts'
import { copyOut, findMigrations, findSequences, findTables } from './tables.store.ts'

export interface BackupOptions {
  databaseUrl: string
  dataDir: string
  /** Where files are kept. */
  objects: Pick<ObjectStore, 'list' | 'open' | 'read'>
  /** Where the backup is written. */
  sink: ArchiveSink
  /** Null: it is not encrypted, and anyone who can read it can read every key. */
  passphrase: string | null
  /** Called with each table and folder as it is done. */
  onPart?: (part: string) => Promise<void>
}

export interface BackupSummary {
  created_at: string
  tables: number
  rows: number
  files: number
  /** Length of the backup. */
  bytes: number
}

/** A row may be longer; then a part is as long as that. */
const PART_BYTES = 8_000_000

/** @throws Error when the database or the disk refuses */
export async function backUp(options: BackupOptions): Promise<BackupSummary> {
  const client = new pg.Client({ connectionString: options.databaseUrl, ...KEEP_ALIVE })
  // It reports to the statement under way.
  client.on('error', () => {})
  await client.connect()
  const archive = writeArchive(options.sink, options.passphrase)
  try {
    // Held until the connection ends: removals of files wait, so what this moment names is still there when it is copied.
    await client.query('select pg_advisory_lock_shared($1)', [LOCKS.backup])
    await client.query('begin isolation level repeatable read, read only')
    const manifest = await manifestOf(client, options.dataDir)
    await archive.add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
    const rows = await addRows(client, archive, manifest.tables, options.onPart)
    await client.query('commit')
    for (const key of manifest.keys) await archive.addFile(`keys/${key}`, join(options.dataDir, key))
    const files = await addFolders(archive, options)
    const bytes = await archive.finish()
    return { created_at: manifest.created_at, tables: manifest.tables.length, rows, files, bytes }
  } catch (error) {
    await archive.abandon()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Notes that a backup was made: metrics and alerts tell its age. It is of no use to the backup itself. */
export async function noteBackup(
  databaseUrl: string,
  { created_at }: Pick<BackupSummary, 'created_at'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, ...KEEP_ALIVE })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('update installation set backed_up_at = $1', [created_at])
  } finally {
    await client.end().catch(() => {})
  }
}

async function manifestOf(client: pg.Client, dataDir: string): Promise<Manifest> {
  const installation = await client.query<{ id: string; now: Date }>('select id, now() as now from installation')
  const [row] = installation.rows
  if (!row) throw new Error('There is nothing to back up: this database was never used')
  // The keys of another installation would open nothing of this one.
  if (readInstallationFile(dataDir) !== row.id)
    throw new Error(`${dataDir} is not the data folder of this database. Check DATA_DIR and DATABASE_URL`)
  const [tables, sequences, migrations] = [
    await findTables(client),
    await findSequences(client),
    await findMigrations(client),
  ]
  return {
    format: FORMAT,
    created_at: row.now.toISOString(),
    installation: row.id,
    migrations,
    // A vault key in the configuration is not ours to copy.
    keys: KEYS.filter((key) => existsSync(join(dataDir, key))),
    tables,
    sequences,
  }
}

/** @returns how many rows there are */
async function addRows(
  client: pg.Client,
  archive: ArchiveWriter,
  tables: readonly TableOf[],
  onPart: BackupOptions['onPart'],
): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const stream = client.query(copyStreams.to(copyOut(table)))
    let parts = 0
    let held: Buffer[] = []
    let length = 0
    const flush = async () => {
      parts += 1
      await archive.add(`rows/${tableName(table)}/${String(parts).padStart(6, '0')}`, Buffer.concat(held))
      held = []
      length = 0
    }
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      held.push(chunk)
      length += chunk.length
      if (length >= PART_BYTES) await flush()
    }
    if (length > 0) await flush()
    rows += stream.rowCount
    await onPart?.(tableName(table))
  }
  return rows
}

/** Small objects are read several at a time: most of what a service takes for each is waiting. */
const AT_ONCE = 16
const SMALL_BYTES = 1_000_000

async function* batches(all: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[]> {
  let batch: StoredObject[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  yield batch
}

/** @returns how many files there are */
async function addFolders(archive: ArchiveWriter, { objects, onPart }: BackupOptions): Promise<number> {
  let files = 0
  for (const folder of FOLDERS) {
    for await (const batch of batches(objects.list(folder))) {
      const small = await Promise.all(
        batch.map(async ({ key, bytes }) => (bytes <= SMALL_BYTES ? await objects.read(key) : null)),
      )
      for (const [n, { key, bytes }] of batch.entries()) {
        // One that is not there any more was removed before the moment of this backup.
        const data = bytes <= SMALL_BYTES ? (small[n] ?? null) : await objects.open(key)
        if (data === null) continue
        if (data instanceof Readable) await archive.addStream(`data/${key}`, bytes, data)
        else await archive.add(`data/${key}`, data)
        files += 1
      }
    }
    await onPart?.(folder)
  }
  return files
}
