/**
 * Ties a database to the keys it is used with. A process that starts with another secret (a wrong or unmounted data folder) would sign
 * tokens nobody else accepts and could not read credentials, so it is refused before it does anything.
 */
import { createHash, randomUUID } from 'node:crypto'
import { expireSigningKeys, readsSigningKeys } from '#server/gateways/identity/signing-keys.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './installation.store.ts'

export interface InstallationKeys {
  secret: string
  vaultKeys: KeyRing
  /** Named in messages: where `secret` and `vault-key` were read. */
  dataDir: string
  /** The installation that the data folder says it belongs to; null before its first start. */
  dataFolderOf: string | null
  /** The operator says that the former keys are lost: take the present ones from now on. */
  acceptNewKeys: boolean
}

const fingerprintOf = (secret: string): string =>
  createHash('sha256').update('chowk secret fingerprint').update(secret).digest('hex').slice(0, 16)

/**
 * A data folder that has been used must not meet an empty database: without `DATABASE_URL`, or with a wrong one, a new installation
 * would come up in its place. Called before the migrations.
 * @throws Error that names the variables to check
 */
export async function refuseEmptyDatabase(
  db: Database,
  { dataDir, dataFolderOf }: Pick<InstallationKeys, 'dataDir' | 'dataFolderOf'>,
): Promise<void> {
  if (dataFolderOf !== null && (await store.isUnused(db))) throw new Error(emptyDatabaseMessage(dataDir))
}

/**
 * Records the keys at the first start, and afterwards checks them. The newest vault key may change, as long as the one before it is
 * still there to read with. Safe to call from several processes at once.
 * @returns the id of the installation
 * @throws Error that names which key does not match, and what to do
 */
export async function claimInstallation(db: Database, keys: InstallationKeys): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await store.lockInstallation(tx)
    const secret_fingerprint = fingerprintOf(keys.secret)
    const [{ id: vault_key_id }] = keys.vaultKeys
    const { id = keys.dataFolderOf ?? randomUUID(), secretMatches, vaultMatches } = await checkKeys(tx, keys)
    if (!secretMatches || !vaultMatches) await refuseWhileOthersRun(tx)
    if (!secretMatches) await expireSigningKeys(tx)
    return store.saveInstallation(tx, { id, secret_fingerprint, vault_key_id })
  })
}

/**
 * Changes nothing.
 * @returns which keys match; `id` undefined when none were recorded yet
 * @throws Error that names which key does not match, unless new ones are accepted
 */
export async function checkKeys(db: Queryable, keys: InstallationKeys) {
  const recorded = await store.findInstallation(db)
  const secretMatches = recorded
    ? recorded.secret_fingerprint === fingerprintOf(keys.secret)
    : await readsSigningKeys(db, keys.secret)
  const vaultMatches = recorded ? holds(keys.vaultKeys, recorded.vault_key_id) : await readsVault(db, keys.vaultKeys)
  if (!keys.acceptNewKeys) {
    if (!secretMatches) throw new Error(secretMessage(keys))
    if (!vaultMatches) throw new Error(vaultMessage(keys))
    if (recorded && keys.dataFolderOf !== null && keys.dataFolderOf !== recorded.id)
      throw new Error(otherDatabaseMessage(keys))
  }
  return { id: recorded?.id, secretMatches, vaultMatches }
}

/** Keys that running processes use are not lost: the operator has left ACCEPT_NEW_KEYS in the configuration. */
async function refuseWhileOthersRun(db: Queryable): Promise<void> {
  const processes = await store.findLiveProcesses(db)
  if (processes.length > 0)
    throw new Error(
      `ACCEPT_NEW_KEYS is set, but other processes of this installation (${processes.join(', ')}) run with its present keys, so these are not lost. ` +
        'Check DATA_DIR, and remove ACCEPT_NEW_KEYS. If the keys really are lost, stop those processes first.',
    )
}

const holds = (ring: KeyRing, id: string): boolean => ring.some((key) => key.id === id)

/** Before anything was recorded: what is stored tells. With nothing sealed yet, any key will do. */
async function readsVault(db: Queryable, ring: KeyRing): Promise<boolean> {
  const used = await store.findVaultKeyIds(db)
  return used.length === 0 || used.some((id) => holds(ring, id))
}

const emptyDatabaseMessage = (dataDir: string): string =>
  `${dataDir} belongs to an installation that already had a database, and this database is empty. Chowk does not start over in it.\n` +
  'Check DATABASE_URL and DATA_DIR, or restore a backup of the database. ' +
  `For a new installation, choose an empty DATA_DIR; to start over with these files, remove ${dataDir}/installation.`

const otherDatabaseMessage = ({ dataDir }: InstallationKeys): string =>
  `${dataDir} belongs to another installation than this database, although their keys are the same. Check DATA_DIR and DATABASE_URL.\n` +
  `If they belong together, remove ${dataDir}/installation and start again.`

const lost = 'If that key is lost for good, start once with ACCEPT_NEW_KEYS=yes:'

const secretMessage = ({ dataDir }: InstallationKeys): string =>
  `The secret (SECRET, or ${dataDir}/secret without it) is not the one this database is used with. Chowk stops before it invalidates all sign-ins.\n` +
  'Check that DATA_DIR is the data folder of this installation, that it is mounted, and that DATABASE_URL names its database; every process needs the same ones, and the same SECRET where their DATA_DIRs differ. After a restore, put "secret" back too.\n' +
  `${lost} everyone has to sign in again and set up two-factor sign-in again.`

const vaultMessage = ({ dataDir }: InstallationKeys): string =>
  `The vault key (VAULT_KEY, or ${dataDir}/vault-key without it) is not the one this database is used with, so stored credentials cannot be read.\n` +
  'Check DATA_DIR and VAULT_KEY. To change the key, list the new one first and the former one after it: VAULT_KEY=new,former.\n' +
  `${lost} stored credentials, model keys and bank details have to be entered again.`
