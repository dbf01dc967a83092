/** What is kept in the data folder, put together. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDataFolder, type DataFolder } from '#server/gateways/data-folder.ts'
import { createFileStore, type FileStore, type WhileKept } from '#server/gateways/files.ts'
import { createOutputs, type Outputs } from '#server/gateways/outputs.ts'
import { createFolderCheck } from '#server/gateways/own-folder.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'

export interface Storage {
  files: FileStore
  folder: DataFolder
  outputs: Outputs
}

export function openStorage({ dataDir }: Pick<Config, 'dataDir'>, whileKept: WhileKept): Storage {
  const check = createFolderCheck(dataDir, readInstallationFile(dataDir))
  return {
    files: createFileStore({ dir: dataDir, check, whileKept }),
    folder: createDataFolder({ dir: dataDir, check }),
    outputs: createOutputs({ dir: join(dataDir, 'outputs'), check }),
  }
}
