/** Where tests keep databases: in memory where there is room, since on disk making and removing their files is a fifth of what Postgres does. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Of Linux: a file system in memory that everyone may write to. */
const SHARED_MEMORY = '/dev/shm'
/** Test databases take 20 MB each, and few are there at once. A container may have 64 MB in all. */
const ENOUGH_BYTES = 2_000_000_000

const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** @returns a folder of this name in memory, or the one on disk where the system has no room there */
export function folderInMemory(name: string, onDisk: string): string {
  const folder = existsSync(SHARED_MEMORY) && hasRoom() ? join(SHARED_MEMORY, name) : onDisk
  mkdirSync(folder, { recursive: true })
  return folder
}
