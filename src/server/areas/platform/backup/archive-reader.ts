/** Reads a backup from its beginning to its end, and believes none of it that is not whole. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { extract as createExtract } from 'tar-stream'
import type { ArchiveSource } from './archive-places.ts'
import { digestOfEntries } from './digest.ts'
import { END_NAME, End, FORMAT, MANIFEST_NAME, Manifest } from './manifest.ts'
import { identityOf } from './passphrase.ts'

/** What an operator can act on. */
export class BackupError extends Error {
  override name = 'Error'
}

export interface BackupEntry {
  name: string
  size: number
  /** Must be read to its end. */
  data: AsyncIterable<Buffer>
}

const AGE = 'age-encryption.org/v1'
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const LONGEST_JSON = 50_000_000

/** Opened, with a look at its beginning. @throws BackupError when it cannot be read */
async function opened({ name, open }: ArchiveSource): Promise<{ file: Readable; beginning: Buffer }> {
  const unreadable = (why: string, cause?: unknown) => new BackupError(`${name} cannot be read: ${why}`, { cause })
  try {
    const file = await open()
    if (file === null) throw unreadable('there is no such backup')
    const beginning = await firstOf(file)
    return { file, beginning }
  } catch (cause) {
    throw cause instanceof BackupError ? cause : unreadable((cause as Error).message, cause)
  }
}

/** Its first chunk, which stays in the stream. */
async function firstOf(file: Readable): Promise<Buffer> {
  await once(file, 'readable')
  const first: Buffer | null = file.read()
  if (first !== null) file.unshift(first)
  return first ?? Buffer.alloc(0)
}

async function decrypted(source: ReadableStream<Uint8Array>, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identityOf(passphrase))
  return decrypter.decrypt(source).catch((cause: Error) => {
    throw new BackupError('The passphrase does not open this backup', { cause })
  })
}

/** @throws BackupError when it is no backup, or encrypted without a passphrase being given */
async function unpack(source: ArchiveSource, passphrase: string | null): Promise<Readable> {
  const { name } = source
  const { file, beginning } = await opened(source)
  const refuse = (why: string): never => {
    file.destroy()
    throw new BackupError(`${name} ${why}`)
  }
  const isEncrypted = beginning.toString('latin1').startsWith(AGE)
  if (!isEncrypted && !beginning.subarray(0, 4).equals(ZSTD)) refuse('is not a backup of Chowk')
  if (isEncrypted && passphrase === null)
    refuse('is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with')
  if (!isEncrypted || passphrase === null) return file
  const bytes = await decrypted(Readable.toWeb(file) as ReadableStream<Uint8Array>, passphrase)
  return Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0])
}

async function json(entry: BackupEntry): Promise<unknown> {
  if (entry.size > LONGEST_JSON) throw new BackupError(`The backup is damaged at ${entry.name}`)
  const parts: Buffer[] = []
  for await (const part of entry.data) parts.push(part)
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (cause) {
    throw new BackupError(`The backup is damaged at ${entry.name}`, { cause })
  }
}

async function* entriesOf(source: Readable, path: string): AsyncGenerator<BackupEntry> {
  const tar = createExtract()
  const unzstd = createZstdDecompress()
  // An error on the way comes out of the tar reader.
  source.on('error', (error) => unzstd.destroy(error))
  unzstd.on('error', (error) => tar.destroy(error))
  source.pipe(unzstd).pipe(tar)
  const digest = digestOfEntries()
  let ended: unknown = null
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header
      if (ended !== null) throw new BackupError('The backup is damaged: something follows its end')
      if (name === END_NAME) {
        ended = await json({ name, size, data: entry as unknown as AsyncIterable<Buffer> })
        continue
      }
      const hash = createHash('sha256')
      let isRead = false
      const data = (async function* () {
        for await (const chunk of entry as unknown as AsyncIterable<Buffer>) {
          hash.update(chunk)
          yield chunk
        }
        isRead = true
      })()
      yield { name, size, data }
      if (!isRead) for await (const _ of data);
      digest.add(name, size, hash.digest('hex'))
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError(`${path} is cut off or damaged: ${(cause as Error).message}`, { cause })
  } finally {
    source.destroy()
  }
  const end = End.safeParse(ended)
  if (!end.success) throw new BackupError(`${path} is cut off: its end is missing`)
  const { entries, digest: sum } = digest.result()
  if (end.data.entries !== entries || end.data.digest !== sum)
    throw new BackupError(`${path} is damaged: what it holds is not what was written`)
}

export interface OpenBackup {
  manifest: Manifest
  /** Everything after the manifest. Once they are read, the backup is known to be whole. @throws BackupError when it is not */
  entries: AsyncGenerator<BackupEntry>
}

/**
 * @param passphrase null: none is given
 * @throws BackupError when it is no backup, one of a newer version, or cannot be opened
 */
export async function readArchive(source: ArchiveSource, passphrase: string | null): Promise<OpenBackup> {
  const path = source.name
  const entries = entriesOf(await unpack(source, passphrase), path)
  const first = await entries.next()
  if (first.done || first.value.name !== MANIFEST_NAME) throw new BackupError(`${path} is not a backup of Chowk`)
  const said = await json(first.value)
  const format = (said as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(`${path} was made by a newer version of Chowk. Use that version or a later one`)
  const manifest = Manifest.safeParse(said)
  if (!manifest.success) throw new BackupError(`${path} is damaged: its first entry says nothing readable`)
  return { manifest: manifest.data, entries }
}
