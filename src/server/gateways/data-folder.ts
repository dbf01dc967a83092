/** Things in the data directory by their path below it: written whole or not at all, and removed with all that is in them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { anyFolder, type CheckFolder } from './own-folder.ts'

export interface DataFolder {
  /** @returns its size in bytes. @throws what the chunks throw, the abort reason, or the disk, and `unavailable` in another installation's folder; then nothing is left */
  write(path: string, chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number>
  /** Null when there is nothing. */
  open(path: string): Promise<Readable | null>
  /** With what is being written under the path. No error when there is nothing. @throws AppError `unavailable` in another installation's folder */
  remove(path: string): Promise<void>
}

const PATH = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.[a-z0-9]+)?$/

export function createDataFolder({ dir, check = anyFolder }: { dir: string; check?: CheckFolder }): DataFolder {
  const placeOf = (path: string): string => {
    if (!PATH.test(path)) throw new Error(`"${path}" is outside the data directory`)
    return join(dir, path)
  }
  return {
    async write(path, chunks, signal) {
      const place = placeOf(path)
      const half = `${place}.${process.pid}.half`
      await check()
      await mkdir(dirname(place), { recursive: true })
      try {
        await pipeline(chunks, createWriteStream(half, { mode: 0o600 }), { signal })
        await rename(half, place)
        return (await stat(place)).size
      } finally {
        await rm(half, { force: true })
      }
    },
    async open(path) {
      const place = placeOf(path)
      return (await stat(place).catch(() => null)) && createReadStream(place)
    },
    async remove(path) {
      const place = placeOf(path)
      // What is not there now would be back with the volume.
      await check()
      // First what is still being written, or was by a process that was killed: afterwards nothing comes to be under the path.
      if (extname(place) !== '') await removeHalves(place)
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** Removes the unfinished files of all processes that wrote this one. */
async function removeHalves(place: string): Promise<void> {
  const names = await readdir(dirname(place)).catch(() => [])
  for (const name of names)
    if (name.startsWith(`${basename(place)}.`) && name.endsWith('.half'))
      await rm(join(dirname(place), name), { force: true })
}
