/**
 * Writes a backup: a tar archive, packed with zstd and, with a passphrase, encrypted in the format of age (age-encryption.org/v1), so that
 * the usual tools read it too. Nothing of it is held in memory but the entry's part at hand.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack as createPack } from 'tar-stream'
import type { ArchiveSink } from './archive-places.ts'
import { digestOfEntries } from './digest.ts'
import { END_NAME } from './manifest.ts'
import { recipientOf, WORK } from './passphrase.ts'

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** The file must not change meanwhile. @returns its length in bytes; null when it is not there */
  addFile(name: string, path: string): Promise<number | null>
  /** @throws Error when it is longer or shorter than told */
  addStream(name: string, size: number, data: Readable): Promise<void>
  /** Writes what ends the archive. @returns its length in bytes, once it is where it should be */
  finish(): Promise<number>
  /** Removes what was written. */
  abandon(): Promise<void>
}

async function encrypted(source: ReadableStream<Uint8Array>, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipientOf(passphrase, WORK))
  return encrypter.encrypt(source)
}

/** @param passphrase null: not encrypted */
export function writeArchive(sink: ArchiveSink, passphrase: string | null): ArchiveWriter {
  const tar = createPack()
  const packed = tar.pipe(createZstdCompress())
  // Either reaches the sink, which fails with it; a sink that fails ends both.
  packed.on('error', () => {})
  tar.on('error', () => {})
  const written = (async () => {
    const plain = Readable.toWeb(packed) as ReadableStream<Uint8Array>
    const bytes = passphrase === null ? plain : await encrypted(plain, passphrase)
    const archive = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0])
    // A sink that has failed does not read it any more.
    archive.on('error', () => {})
    return sink(archive)
  })()
  let failure: unknown
  written.catch((error: unknown) => {
    failure = error
    tar.destroy()
  })
  const digest = digestOfEntries()

  async function put(name: string, size: number, data: Readable): Promise<void> {
    if (failure !== undefined) throw failure
    // Its end may be known here before the reason is.
    if (tar.destroyed) await written
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size })
    await pipeline(
      data,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      entry,
    ).catch((error: unknown) => {
      throw failure ?? error
    })
    digest.add(name, size, hash.digest('hex'))
  }

  const add = (name: string, bytes: Buffer) => put(name, bytes.length, Readable.from([bytes], { objectMode: false }))

  return {
    add,
    addStream: put,
    addFile: async (name, file) => {
      const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (found === null) return null
      // No byte more than announced, also when the file grows.
      await put(name, found.size, createReadStream(file, { end: Math.max(0, found.size - 1) }))
      return found.size
    },
    finish: async () => {
      await add(END_NAME, Buffer.from(JSON.stringify(digest.result())))
      tar.finalize()
      return written
    },
    abandon: async () => {
      packed.destroy(new Error('The backup was given up'))
      tar.destroy()
      await written.catch(() => {})
    },
  }
}
