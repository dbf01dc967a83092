/** Whether the data folder takes files: a full or read-only disk does not, and neither does one that is no longer mounted. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderCheck } from './own-folder.ts'

/** More than a block, so that a disk without free blocks shows. */
const BYTES = Buffer.alloc(8192, 1)

/** @param installation id of the installation that the folder belongs to; null when it has none yet */
export function createStorageProbe(dir: string, installation: string | null): () => Promise<boolean> {
  const check = createFolderCheck(dir, installation)
  return async () => {
    await check()
    const file = join(dir, `.write-test-${process.pid}`)
    try {
      await writeFile(file, BYTES, { flush: true })
      return true
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
  }
}
