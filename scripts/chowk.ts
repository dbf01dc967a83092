/** Commands of an operator: `npm run chowk -- COMMAND`. Without one, or with a wrong one, they are listed. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp, noteBackup } from '#server/areas/platform/backup/backup.ts'
import { type BackupContent, restoreBackup, verifyBackup } from '#server/areas/platform/backup/restore.ts'
import { examine } from '#server/compose/doctor.ts'
import { resetPassword } from '#server/compose/reset-password.ts'
import { findMisspelt, loadConfig, loadPlace } from '#server/config.ts'
import { migrate, pendingMigrations } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { refusing } from './with-database.ts'

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`

interface Command {
  /** As it is typed after `npm run chowk --`. */
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
    const made = await backUp({ databaseUrl: database.url, dataDir, file, passphrase })
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

const described = ({ manifest, files, row_bytes, file_bytes }: BackupContent): string =>
  `of ${manifest.created_at}: ${megabytes(row_bytes)} in ${count(manifest.tables.length, 'table', 'tables')}, ${count(files, 'file', 'files')} (${megabytes(file_bytes)})`

async function verify(args: string[]): Promise<void> {
  const file = fileOf(args)
  const content = await verifyBackup({ file, passphrase: loadPlace().backupPassphrase })
  console.log(`${file} is a whole backup ${described(content)}.`)
}

async function restore(args: string[]): Promise<void> {
  const file = fileOf(args)
  const place = loadPlace()
  const { dataDir, backupPassphrase: passphrase } = place
  const onLost = refusing('The backup was not restored')
  const open = () => openDatabase(place, { onLost })
  const content = await restoreBackup({ file, passphrase, dataDir, open })
  console.log(`Restored the backup ${described(content)} into ${dataDir}. Start Chowk.`)
  if (!content.manifest.keys.includes('vault-key'))
    console.log('Its vault key was in VAULT_KEY and is not part of the backup: set that variable before you start.')
}

/** On the database as it is: nothing is migrated, and no new installation begins. */
async function onInstallation(refused: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const place = loadPlace()
  if (!existsSync(join(place.dataDir, 'secret')))
    throw new Error(`there is no installation in ${place.dataDir}. Check DATA_DIR, or start Chowk once`)
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
    const findings = await examine({ config: loadConfig(), pool, misspelt: findMisspelt(), now: Date.now })
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

const USAGE = `Usage:
${Object.values(COMMANDS)
  .map(({ usage, what }) => `  npm run chowk -- ${usage}\n      ${what}`)
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
