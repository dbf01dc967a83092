/**
 * What every program does before it uses the database: it makes sure that the database, the keys and the data folder belong together, and
 * brings the schema up to date.
 */
import type { Logger } from 'pino'
import { claimInstallation, refuseEmptyDatabase } from '#server/areas/platform/installation/installation.ts'
import { claimStorage } from '#server/areas/platform/installation/storage-place.ts'
import type { Config } from '#server/config.ts'
import { openObjects } from '#server/gateways/storage/open-objects.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { isUsedHere } from '#server/platform/database/embedded/in-use.ts'
import { readPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { recordExternalDatabase } from '#server/platform/database/external-database.ts'
import { readInstallationFile, writeInstallationFile } from '#server/platform/database/installation-file.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { scratchIn } from './storage.ts'

/**
 * One process may name the embedded database to another one, which does not know where its cluster is: the server itself does. It tells this
 * only to an account like the one that the embedded server has.
 */
async function isEmbedded(pool: Pool, url: string): Promise<boolean> {
  const { rows } = await pool.query<{ setting: string }>(
    "select setting from pg_settings where name = 'data_directory'",
  )
  const data = rows[0]?.setting
  return data !== undefined && isUsedHere(data) && readPostmaster(data)?.port === Number(new URL(url).port)
}

type Settings = Pick<Config, 'dataDir' | 'storage' | 'databaseUrl' | 'secret' | 'vaultKeys' | 'acceptNewKeys'>

/** @throws Error that names what does not belong together, or the migration that failed */
export async function prepareDatabase(pool: Pool, config: Settings, log: Logger): Promise<void> {
  const { dataDir, databaseUrl, acceptNewKeys } = config
  const db = createDatabase(pool)
  const keys = { ...config, dataFolderOf: readInstallationFile(dataDir) }
  await refuseEmptyDatabase(db, keys)
  log.info({ applied: await migrate(pool) }, 'migrated')
  const installation = await claimInstallation(db, keys)
  writeInstallationFile(dataDir, installation)
  const objects = await openObjects(config.storage, { scratch: scratchIn(dataDir) })
  await claimStorage(db, { settings: config.storage, objects, installation, log })
  if (databaseUrl !== undefined && !(await isEmbedded(pool, databaseUrl))) recordExternalDatabase(dataDir, databaseUrl)
  log.info({ installation }, 'keys match the database')
  if (acceptNewKeys) log.warn('ACCEPT_NEW_KEYS is set: remove it now, it is for a single start')
}
