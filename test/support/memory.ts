/** Where tests keep databases: in memory where there is room, since on disk making and removing their files is a fifth of what Postgres does. */
import { existsSync, statfsSync } from 'node:fs'

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
