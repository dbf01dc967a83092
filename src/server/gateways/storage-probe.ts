/** Whether the data folder takes files: a full or read-only disk does not, and neither does one that is no longer mounted. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** More than a block, so that a disk without free blocks shows. */
const BYTES = Buffer.alloc(8192, 1)

export const createStorageProbe = (dir: string) => async (): Promise<boolean> => {
  const file = join(dir, `.write-test-${process.pid}`)
  try {
    await writeFile(file, BYTES, { flush: true })
    return true
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
