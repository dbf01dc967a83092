/** Commands of an operator: `npm run chowk -- COMMAND`, or `chowk COMMAND` in the image and next to the systemd units. Without one, or with a wrong one, they are listed. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ArchiveSource, fromFile, fromStore, intoFile } from '#server/areas/platform/backup/archive-places.ts'
import { backUp, noteBackup } from '#server/areas/platform/backup/backup.ts'
import { type BackupContent, restoreBackup, verifyBackup } from '#server/areas/platform/backup/restore.ts'
import { moveStorage } from '#server/areas/platform/installation/move-storage.ts'
import { openBackupStore } from '#server/compose/backups.ts'
import { examine } from '#server/compose/doctor.ts'
import { resetPassword } from '#server/compose/reset-password.ts'
import { openInstallationObjects, scratchIn } from '#server/compose/storage.ts'
import { findMisspelt, hasKeys, loadConfig, loadPlace, loadStorage } from '#server/config.ts'
import { openObjects } from '#server/gateways/storage/open-objects.ts'
import { identityOf } from '#server/gateways/storage/settings.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { migrate, pendingMigrations } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { refusing } from './with-database.ts'

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`

interface Command {
  /** As it is typed after `chowk`. */
  usage: string
  what: string
  /** What is said when it fails, before the reason. */
  refused: string
  run: (args: string[]) => Promise<void>
}

/** Ends with the usage when something is missing. */
function fileOf([file]: string[]): string {
  if (!file) throw new Error('name a FILE')
  return resolve(file)
}

async function backup(args: string[]): Promise<void> {
  const file = fileOf(args)
  const config = loadConfig()
  const database = await openDatabase(config, { onLost: refusing('The backup was not made') })
  try {
    const { dataDir, backupPassphrase: passphrase } = config
    const objects = await openInstallationObjects(config)
    const made = await backUp({ databaseUrl: database.url, dataDir, objects, sink: intoFile(file), passphrase })
    await noteBackup(database.url, made)
    const { rows, files, bytes } = made
    console.log(
      `${file} holds ${count(rows, 'row', 'rows')} and ${count(files, 'file', 'files')} (${megabytes(bytes)}).` +
        (passphrase === null
          ? '\nIt is not encrypted and holds the keys of this installation: keep it where only you can read it.'
          : ''),
    )
  } finally {
    await database.leave()
  }
}

/** A file, or the name of one of the scheduled backups. */
async function sourceOf([file]: string[]): Promise<ArchiveSource> {
  if (!file) throw new Error('name a FILE')
  const place = loadPlace()
  const store = existsSync(file) || /[/\\]/.test(file) ? null : await openBackupStore(place)
  return store === null ? fromFile(resolve(file)) : fromStore(store, file)
}

const described = ({ manifest, files, row_bytes, file_bytes }: BackupContent): string =>
  `of ${manifest.created_at}: ${megabytes(row_bytes)} in ${count(manifest.tables.length, 'table', 'tables')}, ${count(files, 'file', 'files')} (${megabytes(file_bytes)})`

async function verify(args: string[]): Promise<void> {
  const source = await sourceOf(args)
  const content = await verifyBackup({ source, passphrase: loadPlace().backupPassphrase })
  console.log(`${source.name} is a whole backup ${described(content)}.`)
}

async function restore(args: string[]): Promise<void> {
  const source = await sourceOf(args)
  const place = loadPlace()
  const { dataDir, storage, backupPassphrase: passphrase } = place
  const objects = await openObjects(storage, { scratch: scratchIn(dataDir) })
  const onLost = refusing('The backup was not restored')
  const open = () => openDatabase(place, { onLost })
  const content = await restoreBackup({ source, passphrase, dataDir, objects, storage: identityOf(storage), open })
  console.log(
    `Restored the backup ${described(content)} into ${dataDir}, its files into ${objects.place}. Start Chowk.`,
  )
  if (!content.manifest.keys.includes('secret'))
    console.log('Its secret was in SECRET and is not part of the backup: set that variable before you start.')
  if (!content.manifest.keys.includes('vault-key'))
    console.log('Its vault key was in VAULT_KEY and is not part of the backup: set that variable before you start.')
}

/** FROM and TO are in the form of STORAGE_URL, or `default` for the folder that is used without one. */
async function moveFiles(args: string[]): Promise<void> {
  const [from, to] = args
  if (!from || !to) throw new Error('name where files are and where they go: move-storage FROM TO')
  await onInstallation(COMMANDS['move-storage'].refused, async (pool) => {
    const { dataDir } = loadPlace()
    const settings = [from, to].map((url) => loadStorage(url))
    const [source, target] = await Promise.all(settings.map((one) => openObjects(one, { scratch: scratchIn(dataDir) })))
    if (!source || !target || !settings[1]) throw new Error('name where files are and where they go')
    const identity = identityOf(settings[1])
    const done = await moveStorage(createDatabase(pool), { from: source, to: target, identity })
    console.log(
      `Copied ${count(done.copied, 'file', 'files')} (${megabytes(done.bytes)}) into ${target.place}; ${done.kept} were there already.`,
    )
    if (done.running.length > 0) {
      console.log(
        `Not finished: ${done.running.join(', ')} still run. Stop them, run this again, and start with STORAGE_URL=${to}.`,
      )
      process.exitCode = 1
    } else console.log(`Set STORAGE_URL=${to} and start Chowk. Nothing was removed from ${source.place}.`)
  })
}

async function backups(): Promise<void> {
  const store = await openBackupStore(loadPlace())
  if (store === null) throw new Error('BACKUP_URL is not set')
  for await (const { key, bytes } of store.list('')) console.log(`${key}  ${megabytes(bytes)}`)
}

/** On the database as it is: nothing is migrated, and no new installation begins. */
async function onInstallation(refused: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const place = loadPlace()
  if (!hasKeys()) throw new Error(`there is no installation in ${place.dataDir}. Check DATA_DIR, or start Chowk once`)
  const database = await openDatabase(place, { onLost: refusing(refused) })
  const pool = createPool(database.url, 2)
  try {
    const { rows } = await pool.query<{ empty: boolean }>(`select to_regclass('migrations') is null as empty`)
    if (rows[0]?.empty)
      throw new Error('there is no installation in this database. Check DATABASE_URL, or start Chowk once')
    await work(pool)
  } finally {
    await pool.end()
    await database.leave()
  }
}

async function doctor(): Promise<void> {
  await onInstallation(COMMANDS.doctor.refused, async (pool) => {
    const config = loadConfig()
    const objects = await openInstallationObjects(config)
    const findings = await examine({ config, pool, objects, misspelt: findMisspelt(), now: Date.now })
    for (const { part, state, text } of findings) console.log(`${state.padEnd(8)} ${part.padEnd(14)} ${text}`)
    if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
  })
}

async function migrateNow([option]: string[]): Promise<void> {
  if (option !== undefined && option !== '--plan') throw new Error(`${option} is not known; there is --plan`)
  await onInstallation(COMMANDS.migrate.refused, async (pool) => {
    const pending = await pendingMigrations(pool)
    if (pending.length === 0) console.log('The database is up to date.')
    for (const { name, sql } of pending) console.log(`${name}  ${/^-- (.+)$/m.exec(sql)?.[1] ?? ''}`.trimEnd())
    if (option === '--plan' || pending.length === 0) return
    await migrate(pool)
    console.log(`Applied ${count(pending.length, 'migration', 'migrations')}.`)
  })
}

async function admin([verb, email, ...rest]: string[]): Promise<void> {
  if (verb !== 'reset-password' || !email) throw new Error('name a user: admin reset-password EMAIL')
  const unknown = rest.find((option) => option !== '--remove-second-factor')
  if (unknown) throw new Error(`${unknown} is not known; there is --remove-second-factor`)
  await onInstallation(COMMANDS.admin.refused, async (pool) => {
    const { password, has_second_factor } = await resetPassword({ config: loadConfig(), pool }, email, {
      removeSecondFactor: rest.includes('--remove-second-factor'),
    })
    console.log(`${email} signs in with this password, shown only now: ${password}`)
    console.log('All sessions of this account have ended.')
    if (has_second_factor) console.log('Its second factor is still asked for; --remove-second-factor removes it too.')
  })
}

const COMMANDS = {
  backup: {
    usage: 'backup FILE',
    what: 'copies the installation into FILE, while it runs',
    refused: 'The backup was not made',
    run: backup,
  },
  verify: {
    usage: 'verify FILE',
    what: 'checks that FILE is a whole backup',
    refused: 'This is not a backup that can be restored',
    run: verify,
  },
  restore: {
    usage: 'restore FILE',
    what: 'brings it back into an empty DATA_DIR and database',
    refused: 'The backup was not restored',
    run: restore,
  },
  backups: {
    usage: 'backups',
    what: 'lists the scheduled backups in BACKUP_URL; verify and restore take their names too',
    refused: 'The backups cannot be listed',
    run: backups,
  },
  'move-storage': {
    usage: 'move-storage FROM TO',
    what: 'copies all files from one STORAGE_URL to another, and can be run again',
    refused: 'The files were not moved',
    run: moveFiles,
  },
  doctor: {
    usage: 'doctor',
    what: 'looks at everything the installation needs; ends with 1 when something is wrong',
    refused: 'Could not look at the installation',
    run: doctor,
  },
  migrate: {
    usage: 'migrate [--plan]',
    what: 'brings the database up to date; --plan only names what would be applied',
    refused: 'The database was not migrated',
    run: migrateNow,
  },
  admin: {
    usage: 'admin reset-password EMAIL [--remove-second-factor]',
    what: 'gives an account a new password, printed once',
    refused: 'The password was not reset',
    run: admin,
  },
} satisfies Record<string, Command>

const USAGE = `Usage: chowk COMMAND, or npm run chowk -- COMMAND
${Object.values(COMMANDS)
  .map(({ usage, what }) => `  ${usage}\n      ${what}`)
  .join('\n')}
Set BACKUP_PASSPHRASE to encrypt backups and to open encrypted ones.`

const [name = '', ...args] = process.argv.slice(2)
const command: Command | undefined = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined
if (!command) {
  console.error(USAGE)
  process.exit(2)
}
await command.run(args).catch(refusing(command.refused))
process.exit()
