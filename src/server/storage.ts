/** What is kept in the data folder, put together. */
import { join } from 'node:path'
import type { Config } from './config.ts'
import { readInstallationFile } from './database/installation-file.ts'
import { createDataFolder, type DataFolder } from './gateways/data-folder.ts'
import { createFileStore, type FileStore } from './gateways/files.ts'
import { createOutputs, type Outputs } from './gateways/outputs.ts'
import { createFolderCheck } from './gateways/own-folder.ts'

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
