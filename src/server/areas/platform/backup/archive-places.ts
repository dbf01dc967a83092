/** Where archives come from and go to: a file of this machine, or an object of a store. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'

/** Takes an archive to its end. When the archive breaks off nothing is left. @returns its length in bytes */
export type ArchiveSink = (bytes: AsyncIterable<Uint8Array>) => Promise<number>

export interface ArchiveSource {
  /** For messages. */
  name: string
  /** Null when there is none. */
  open(): Promise<Readable | null>
}

/** A file that has its name once it is whole. Backups hold keys: only their owner may read them. */
export const intoFile =
  (path: string): ArchiveSink =>
  async (bytes) => {
    const half = `${path}.${process.pid}.half`
    try {
      const file = createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(bytes, file)
      await rename(half, path)
      return file.bytesWritten
    } finally {
      await rm(half, { force: true })
    }
  }

export const intoStore =
  (store: ObjectStore, key: string, signal?: AbortSignal): ArchiveSink =>
  (bytes) =>
    store.write(key, bytes, signal)

export const fromFile = (path: string): ArchiveSource => ({
  name: path,
  open: () =>
    new Promise((resolve, reject) => {
      const file = createReadStream(path)
      file.once('open', () => resolve(file))
      file.once('error', (error: NodeJS.ErrnoException) => reject(error))
    }),
})

export const fromStore = (store: ObjectStore, key: string): ArchiveSource => ({
  name: key,
  open: () => store.open(key),
})
