/** Where tests keep databases and files: in memory where there is room. On disk, making and removing them is a fifth of all work. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '#server/platform/database/embedded/alive.ts'

/** Of Linux: a file system in memory that everyone may write to. */
const SHARED_MEMORY = '/dev/shm'
/** Test databases take 20 MB each, and few are there at once. A container may have 64 MB in all. */
const ENOUGH_BYTES = 2_000_000_000

const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** Where folders are in memory; null where the system has no room for them. */
export const placeInMemory = (): string | null => (existsSync(SHARED_MEMORY) && hasRoom() ? SHARED_MEMORY : null)

const FILES = 'chowk-files-'

/**
 * From now on this process and those it starts make temporary files in memory, in a folder that is removed when it ends. What killed runs
 * left is removed too. Where the system has no room nothing changes.
 */
export function keepTemporaryFilesInMemory(): void {
  const memory = placeInMemory()
  if (memory === null) return
  for (const name of readdirSync(memory))
    if (name.startsWith(FILES) && !isAlive(Number(name.slice(FILES.length)))) remove(join(memory, name))
  const folder = join(memory, `${FILES}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // As the system's own: sandboxes and databases run as other accounts.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
