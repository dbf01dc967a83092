/** Whether the data folder takes files: a full or read-only disk does not, and neither does one that is no longer mounted. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installationFile } from '#server/database/installation-file.ts'

/** More than a block, so that a disk without free blocks shows. */
const BYTES = Buffer.alloc(8192, 1)

/**
 * @param installation id of the installation that the folder belongs to; null when it has none yet. When a volume is unmounted, its mount point
 * is an empty folder: files written there would be hidden once the volume is back
 */
export const createStorageProbe = (dir: string, installation: string | null) => async (): Promise<boolean> => {
  const file = join(dir, `.write-test-${process.pid}`)
  if (installation !== null && (await readFile(installationFile(dir), 'utf8')).trim() !== installation) return false
  try {
    await writeFile(file, BYTES, { flush: true })
    return true
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
