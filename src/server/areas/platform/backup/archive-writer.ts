/**
 * Writes a backup: a tar archive, packed with zstd and, with a passphrase, encrypted in the format of age (age-encryption.org/v1), so that
 * the usual tools read it too. Nothing of it is held in memory but the entry's part at hand.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack as createPack } from 'tar-stream'
import { digestOfEntries } from './digest.ts'
import { END_NAME } from './manifest.ts'

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** The file must not change meanwhile. @returns its length in bytes; null when it is not there */
  addFile(name: string, path: string): Promise<number | null>
  /** Writes what ends the archive and gives the file its name. @returns its length in bytes */
  finish(): Promise<number>
  /** Removes what was written. */
  abandon(): Promise<void>
}

async function encrypted(source: ReadableStream<Uint8Array>, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(source)
}

/** @param passphrase null: not encrypted */
export function writeArchive(path: string, passphrase: string | null): ArchiveWriter {
  const half = `${path}.${process.pid}.half`
  const tar = createPack()
  const packed = tar.pipe(createZstdCompress())
  const written = (async () => {
    const plain = Readable.toWeb(packed) as ReadableStream<Uint8Array>
    const bytes = passphrase === null ? plain : await encrypted(plain, passphrase)
    // Backups hold keys: only their owner may read them.
    await bytes.pipeTo(Writable.toWeb(createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true })))
  })()
  let failure: unknown
  written.catch((error: unknown) => {
    failure = error
    tar.destroy()
  })
  const digest = digestOfEntries()

  async function put(name: string, size: number, data: Readable): Promise<void> {
    if (failure !== undefined) throw failure
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
      await written
      await rename(half, path)
      return (await stat(path)).size
    },
    abandon: async () => {
      tar.destroy()
      await written.catch(() => {})
      await rm(half, { force: true })
    },
  }
}
