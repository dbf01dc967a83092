/** What is kept in the storage, put together. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createFileStore, type FileStore, type WhileKept } from '#server/gateways/files.ts'
import { createOutputs, type Outputs } from '#server/gateways/outputs.ts'
import { createFolderCheck } from '#server/gateways/own-folder.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { openObjects } from '#server/gateways/storage/open-objects.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'

export interface Storage {
  files: FileStore
  objects: ObjectStore
  outputs: Outputs
}

type Settings = Pick<Config, 'dataDir' | 'storage'>

/** A folder that is not that of the installation is refused with each write: a volume may be unmounted at any time. */
export function openInstallationObjects({ dataDir, storage }: Settings): Promise<ObjectStore> {
  const check = storage.kind === 'folder' ? createFolderCheck(storage.dir, readInstallationFile(dataDir)) : undefined
  return openObjects(storage, { scratch: scratchIn(dataDir), check })
}

/** Where files are on their way to a service and from it. */
export const scratchIn = (dataDir: string): string => join(dataDir, 'files/incoming')

export async function openStorage(settings: Settings, whileKept: WhileKept): Promise<Storage> {
  const objects = await openInstallationObjects(settings)
  return { objects, files: createFileStore({ objects, whileKept }), outputs: createOutputs(objects) }
}
