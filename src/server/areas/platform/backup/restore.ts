/**
 * `chowk restore FILE`: brings an installation back from a backup, into an empty data folder, an empty storage and an empty database. The whole backup is
 * read once before anything changes, so that one which is cut off or damaged changes nothing.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { type ObjectStore, OWNER_KEY } from '#server/gateways/storage/objects.ts'
import { writeInstallationFile } from '#server/platform/database/installation-file.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { createPool, KEEP_ALIVE } from '#server/platform/database/pool.ts'
import { RESTORING } from '#server/platform/files/restoring.ts'
import type { ArchiveSource } from './archive-places.ts'
import { type BackupEntry, BackupError, readArchive } from './archive-reader.ts'
import { FOLDERS, KEYS, type Manifest, type TableOf, tableName } from './manifest.ts'
import { copyIn, isInhabited, replaceRows } from './tables.store.ts'
import { queueUnnamed } from './unnamed.store.ts'

export interface VerifyOptions {
  source: ArchiveSource
  /** Null: none is given. */
  passphrase: string | null
}

export interface BackupContent {
  manifest: Manifest
  /** Length of the rows of all tables, as text. */
  row_bytes: number
  files: number
  file_bytes: number
}

/** Reads a backup to its end. @throws BackupError when it is not whole, or made by a newer version */
export async function verifyBackup({ source, passphrase }: VerifyOptions): Promise<BackupContent> {
  const { manifest, entries } = await readArchive(source, passphrase)
  const content = { manifest, row_bytes: 0, files: 0, file_bytes: 0 }
  for await (const { name, size, data } of entries) {
    for await (const _ of data);
    if (name.startsWith('rows/')) content.row_bytes += size
    else if (name.startsWith('data/')) {
      content.files += 1
      content.file_bytes += size
    }
  }
  refuseNewer(manifest)
  return content
}

function refuseNewer({ migrations }: Manifest): void {
  const known = new Set(readMigrations().map(({ name }) => name))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version of Chowk (it knows ${unknown.join(', ')}). Use that version or a later one`,
    )
}

export interface RestoreOptions extends VerifyOptions {
  /** Empty, or not there yet. */
  dataDir: string
  /** Where files are restored to, and its identity (see `identityOf`). */
  objects: ObjectStore
  storage: string
  /** Opens the database that is restored into. */
  open(): Promise<{ url: string; leave(): Promise<void> }>
}

const BATCH = 1000

/**
 * @returns what was restored
 * @throws BackupError when the backup is not whole or made by a newer version, or an installation lives where it should be restored
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupContent> {
  const content = await verifyBackup(options)
  await refuseInhabited(options.objects)
  await prepareFolder(options.dataDir)
  await prepareStorage(options.objects)
  const { url, leave } = await options.open()
  try {
    await restoreInto(url, options)
  } finally {
    await leave()
  }
  await options.objects.remove(RESTORING)
  await rm(join(options.dataDir, RESTORING), { force: true })
  return content
}

/** @throws BackupError when something else than a restore that has not ended is in the folder */
async function prepareFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const names = await readdir(dataDir)
  if (names.length > 0 && !names.includes(RESTORING))
    throw new BackupError(`${dataDir} is not empty. Restore into an empty folder: name it with DATA_DIR`)
  for (const name of names) await rm(join(dataDir, name), { recursive: true })
  await writeFile(join(dataDir, RESTORING), '')
}

/** @throws BackupError when it holds files, and no restore into it that has not ended */
async function refuseInhabited(objects: ObjectStore): Promise<void> {
  if ((await objects.size(RESTORING)) !== null) return
  if ((await objects.read(OWNER_KEY)) !== null)
    throw new BackupError(
      `${objects.place} belongs to an installation. Restore into an empty one: name it with STORAGE_URL`,
    )
  for (const folder of FOLDERS)
    for await (const _ of objects.list(folder))
      throw new BackupError(`${objects.place} holds files. Restore into an empty one: name it with STORAGE_URL`)
}

/** Begins with what an earlier restore left removed. */
async function prepareStorage(objects: ObjectStore): Promise<void> {
  await objects.put(RESTORING, '')
  for (const folder of FOLDERS) await objects.remove(folder)
}

async function restoreInto(url: string, options: RestoreOptions): Promise<void> {
  const { source, passphrase, dataDir, objects } = options
  const client = new pg.Client({ connectionString: url, ...KEEP_ALIVE })
  client.on('error', () => {})
  await client.connect()
  const pool = createPool(url, 1)
  try {
    if (await isInhabited(client))
      throw new BackupError(
        'The database already holds an installation. Restore into an empty one: name it with DATABASE_URL',
      )
    const { manifest, entries } = await readArchive(source, passphrase)
    const known = new Set(manifest.migrations)
    await migrate(
      pool,
      readMigrations().filter(({ name }) => known.has(name)),
    )
    const rest = new Rest(entries)
    // Files, too, before the rows are committed: until all is there, the database stays empty and the restore can be run again.
    await replaceRows(client, manifest, async () => {
      await loadRows(client, manifest.tables, rest)
      await restoreFiles(client, rest, options)
      writeInstallationFile(dataDir, manifest.installation)
    })
    await migrate(pool)
    await objects.put(OWNER_KEY, `${manifest.installation}\n`)
    await client.query('update installation set storage = $1', [options.storage])
  } finally {
    await client.end().catch(() => {})
    await pool.end()
  }
}

/** Entries one after the other, with a look at the next. */
class Rest {
  readonly #entries: AsyncGenerator<BackupEntry>
  #next: BackupEntry | null | undefined

  constructor(entries: AsyncGenerator<BackupEntry>) {
    this.#entries = entries
  }

  /** Null at the end. @throws BackupError when the backup is not whole */
  async peek(): Promise<BackupEntry | null> {
    if (this.#next === undefined) {
      const { done, value } = await this.#entries.next()
      this.#next = done ? null : value
    }
    return this.#next
  }

  /** The entry was read to its end. */
  pass(): void {
    this.#next = undefined
  }
}

const tableOfEntry = (name: string): string | null => /^rows\/(.+)\/\d{6}$/.exec(name)?.[1] ?? null

/** All parts of one table, as they stand in the backup. */
async function* partsOf(rest: Rest, table: string): AsyncGenerator<Buffer> {
  for (let entry = await rest.peek(); entry && tableOfEntry(entry.name) === table; entry = await rest.peek()) {
    yield* entry.data
    rest.pass()
  }
}

async function loadRows(client: pg.Client, tables: readonly TableOf[], rest: Rest): Promise<void> {
  const byName = new Map(tables.map((table) => [tableName(table), table]))
  for (let entry = await rest.peek(); entry; entry = await rest.peek()) {
    const name = tableOfEntry(entry.name)
    if (name === null) return
    const table = byName.get(name)
    if (!table) throw new BackupError(`The backup is damaged: it has rows of ${name}, which it does not name`)
    await pipeline(
      Readable.from(partsOf(rest, name), { objectMode: false }),
      client.query(copyStreams.from(copyIn(table))),
    )
  }
}

/** Small objects are sent several at a time: most of what a service takes for each is waiting. */
const AT_ONCE = 8
const SMALL_BYTES = 1_000_000

async function restoreFiles(client: pg.Client, rest: Rest, { dataDir, objects }: RestoreOptions): Promise<void> {
  let paths: string[] = []
  const sending: Promise<void>[] = []
  const arrived = async () => {
    await Promise.all(sending.splice(0))
  }
  const settle = async () => {
    await arrived()
    await queueUnnamed(client, paths)
    paths = []
  }
  for (let entry = await rest.peek(); entry; entry = await rest.peek()) {
    const { name, size, data } = entry
    const place = placeOf(name)
    if (name.startsWith('keys/')) await writeInto(dataDir, place, data)
    else {
      paths.push(place)
      if (size > SMALL_BYTES) await objects.write(place, data)
      else sending.push(objects.put(place, await buffer(data)))
      if (sending.length === AT_ONCE) await arrived()
    }
    if (paths.length === BATCH) await settle()
    rest.pass()
  }
  await settle()
}

/** A key of the storage, or the name of a file of keys. @throws BackupError for a name that leads elsewhere */
function placeOf(name: string): string {
  const place = name.slice(name.indexOf('/') + 1)
  const isOurs = name.startsWith('keys/')
    ? KEYS.some((key) => key === place)
    : name.startsWith('data/') && FOLDERS.some((folder) => place.startsWith(`${folder}/`))
  if (!isOurs || normalize(place) !== place) throw new BackupError(`The backup is damaged: ${name} has no place`)
  return place
}

async function writeInto(dataDir: string, place: string, data: AsyncIterable<Buffer>): Promise<void> {
  const path = join(dataDir, place)
  await mkdir(dirname(path), { recursive: true })
  // The data folder is the installation's alone; its keys are written as its own start writes them.
  await pipeline(data, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}
