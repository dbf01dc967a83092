/**
 * Ties an installation to the place of its files. A process that is configured for another place would not find what was stored before, and
 * would store where nobody else looks, so it is refused before it does anything.
 */

import { type ObjectStore, OWNER_KEY } from '#server/gateways/storage/objects.ts'
import { whyMisconfigured, whyNotReached } from '#server/gateways/storage/open-objects.ts'
import { identityOf, type StorageSettings } from '#server/gateways/storage/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import * as store from './installation.store.ts'

export interface StoragePlace {
  settings: StorageSettings
  objects: Pick<ObjectStore, 'place' | 'read' | 'put'>
  installation: string
  log: WarningLog
}

/**
 * Records the place at the first start, and afterwards checks it. While the storage is away, a process starts all the same and says so in its
 * health; what only an operator can put right stops it.
 * @throws Error that names the variable to put right
 */
export async function claimStorage(
  db: Database,
  { settings, objects, installation, log }: StoragePlace,
): Promise<void> {
  const present = identityOf(settings)
  const recorded = await store.findStorage(db)
  let owner: string | null
  try {
    owner = (await objects.read(OWNER_KEY))?.toString('utf8').trim() ?? null
    refuseOther(owner, installation, objects.place)
    const isMoved = recorded !== null && recorded !== present
    // Objects that were copied with the mark of the installation are its own; a folder has that mark in any case.
    if (isMoved && !(settings.kind === 's3' && owner === installation))
      throw new Error(movedMessage(recorded, objects.place))
    if (owner === null) await objects.put(OWNER_KEY, `${installation}\n`)
  } catch (error) {
    if (!(error instanceof Error) || error.cause === undefined) throw error
    const why = whyMisconfigured(error, settings)
    if (why !== null) throw new Error(`The storage refuses Chowk: ${why}.`, { cause: error })
    if (recorded !== null && recorded !== present)
      throw new Error(
        `${objects.place} cannot be reached (${whyNotReached(error, settings)}), and files were kept elsewhere before.`,
        { cause: error },
      )
    log.warn(
      { err: error, place: objects.place },
      'the storage cannot be reached; what needs it answers 503 until it is back',
    )
  }
  if (recorded !== present) await store.saveStorage(db, present)
}

function refuseOther(owner: string | null, installation: string, place: string): void {
  if (owner !== null && owner !== installation)
    throw new Error(
      `${place} belongs to another installation (${owner}). Name an empty bucket, prefix or folder in STORAGE_URL.`,
    )
}

const movedMessage = (recorded: string, place: string): string =>
  `The files of this installation are in ${recorded === 'folder' ? 'a folder' : recorded}, and STORAGE_URL now means ${place}. ` +
  'Set STORAGE_URL back, or copy the files first: chowk move-storage FROM TO.'
