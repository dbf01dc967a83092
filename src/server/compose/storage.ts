/** What is kept in the data folder, put together. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDataFolder, type DataFolder } from '#server/gateways/data-folder.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { createOutputs, type Outputs } from '#server/gateways/outputs.ts'
import { createFolderCheck } from '#server/gateways/own-folder.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'

export interface Storage {
  files: FileStore
  folder: DataFolder
  outputs: Outputs
}

export function openStorage({ dataDir }: Pick<Config, 'dataDir'>): Storage {
  const check = createFolderCheck(dataDir, readInstallationFile(dataDir))
  return {
    files: createFileStore({ dir: join(dataDir, 'files'), check }),
    folder: createDataFolder({ dir: dataDir, check }),
    outputs: createOutputs({ dir: join(dataDir, 'outputs'), check }),
  }
}
