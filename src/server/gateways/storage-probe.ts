/** Whether the data folder takes files: a full or read-only disk does not, and neither does one that is no longer mounted. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** More than a block, so that a disk without free blocks shows. */
const BYTES = Buffer.alloc(8192, 1)

/**
 * @param installation what the file of that name in the folder holds. Below a volume that went away lies an empty folder, which takes files
 * that nobody finds again once the volume is back. Null when there is no such file
 */
export const createStorageProbe = (dir: string, installation: string | null) => async (): Promise<boolean> => {
  const file = join(dir, `.write-test-${process.pid}`)
  if (installation !== null && (await readFile(join(dir, 'installation'), 'utf8')).trim() !== installation) return false
  try {
    await writeFile(file, BYTES, { flush: true })
    return true
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
