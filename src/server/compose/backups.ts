/** Scheduled backups, put together from the configuration. */
import type { BackupPlan } from '#server/areas/platform/backup/backups.ts'
import type { ScheduledBackups } from '#server/areas/platform/backup/scheduled.ts'
import type { Config } from '#server/config.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { openObjects } from '#server/gateways/storage/open-objects.ts'
import { scratchIn } from './storage.ts'

type Settings = Pick<Config, 'dataDir' | 'backupStore' | 'backupEveryHours' | 'backupKeep' | 'backupPassphrase'>

/** The place of backups. @returns null where the operator has named none */
export const openBackupStore = async ({
  backupStore,
  dataDir,
}: Pick<Settings, 'backupStore' | 'dataDir'>): Promise<ObjectStore | null> =>
  backupStore && openObjects(backupStore, { scratch: scratchIn(dataDir) })

export async function openBackups({
  config,
  ...parts
}: Pick<ScheduledBackups, 'databaseUrl' | 'db' | 'objects' | 'log'> & {
  config: Settings
}): Promise<ScheduledBackups | null> {
  const store = await openBackupStore(config)
  if (store === null || config.backupStore === null) return null
  const { dataDir, backupEveryHours: every_hours, backupKeep: keep, backupPassphrase: passphrase } = config
  return { ...parts, store, settings: config.backupStore, dataDir, every_hours, keep, passphrase }
}

export const planOf = ({ store, every_hours, keep, passphrase }: ScheduledBackups): BackupPlan => ({
  place: store.place,
  every_hours,
  keep,
  is_encrypted: passphrase !== null,
})
