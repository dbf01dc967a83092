/**
 * Commands of an operator. `npm run chowk -- backup FILE` copies the whole installation into one file while it runs, `-- verify FILE`
 * reads such a file to its end, and `-- restore FILE` brings it back into an empty DATA_DIR and an empty database.
 */
import { resolve } from 'node:path'
import { backUp } from '#server/areas/platform/backup/backup.ts'
import { type BackupContent, restoreBackup, verifyBackup } from '#server/areas/platform/backup/restore.ts'
import { loadConfig, loadPlace } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { refusing } from './with-database.ts'

const USAGE = `Usage:
  npm run chowk -- backup FILE     copies the installation into FILE, while it runs
  npm run chowk -- verify FILE     checks that FILE is a whole backup
  npm run chowk -- restore FILE    brings it back into an empty DATA_DIR and database
Set BACKUP_PASSPHRASE to encrypt backups and to open encrypted ones.`

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`

async function backup(file: string): Promise<void> {
  const config = loadConfig()
  const database = await openDatabase(config, { onLost: refusing('The backup was not made') })
  try {
    const { dataDir, backupPassphrase: passphrase } = config
    const { rows, files, bytes } = await backUp({ databaseUrl: database.url, dataDir, file, passphrase })
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

async function verify(file: string): Promise<void> {
  const content = await verifyBackup({ file, passphrase: loadPlace().backupPassphrase })
  console.log(`${file} is a whole backup ${described(content)}.`)
}

async function restore(file: string): Promise<void> {
  const place = loadPlace()
  const { dataDir, backupPassphrase: passphrase } = place
  const onLost = refusing('The backup was not restored')
  const open = () => openDatabase(place, { onLost })
  const content = await restoreBackup({ file, passphrase, dataDir, open })
  console.log(`Restored the backup ${described(content)} into ${dataDir}. Start Chowk.`)
  if (!content.manifest.keys.includes('vault-key'))
    console.log('Its vault key was in VAULT_KEY and is not part of the backup: set that variable before you start.')
}

const COMMANDS: Record<string, { run: (file: string) => Promise<void>; refused: string }> = {
  backup: { run: backup, refused: 'The backup was not made' },
  verify: { run: verify, refused: 'This is not a backup that can be restored' },
  restore: { run: restore, refused: 'The backup was not restored' },
}

const [name = '', file] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command || !file) {
  console.error(USAGE)
  process.exit(2)
}
await command.run(resolve(file)).catch(refusing(command.refused))
process.exit(0)
