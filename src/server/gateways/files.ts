/**
 * Uploaded files in the storage, each under its own id: a user's file name never reaches it. A file arrives as a stream
 * in a folder of this machine, is measured, hashed and checked, and only then moved to its place; a rejected or
 * interrupted file leaves nothing. Files derived from it (page pictures, parsed text) are stored next to it and deleted
 * with it.
 */

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import { HOUR_MS } from '#shared/time.ts'
import { detectTypeOfFile, FILE_TYPES, type FileType } from './file-type.ts'
import { diskTrouble, type LocalCopy, type ObjectStore, openLater } from './storage/objects.ts'

export interface StoredFile {
  file_id: string
  size: number
  sha256: string
  type: FileType
  mime: string
}

export interface UploadClaims {
  /** As the sender named it; read for its extension only. */
  name: string | null
  mime: string | null
  /** 25 MB when absent. */
  maxBytes?: number
  /** All when absent. */
  accept?: readonly FileType[]
}

export interface FileStore {
  /**
   * Stores the stream under the id.
   * @param announce called once the stream is received and accepted: afterwards the file comes to be, whatever happens to the caller
   * @throws AppError `file_empty`, `file_too_large`, `file_type_mismatch`, `file_unsupported`, `unavailable` while the storage is away; the stream's own error when it breaks off
   */
  put(fileId: string, stream: Readable, claims: UploadClaims, announce?: () => Promise<void>): Promise<StoredFile>
  /** The file on this machine, for a runner to be given. @throws AppError `not_found`, `unavailable` while the storage is away */
  borrow(fileId: string): Promise<LocalCopy>
  /** @throws AppError `not_found`, `unavailable` while the storage is away */
  stream(fileId: string): Promise<Readable>
  /** Keys of the file and of everything made from it: what its deletion removes. @throws AppError `not_found` for what is no id */
  placesOf(fileId: string): string[]
  /**
   * What `make` made from the file the first time; `key` like `page-1-1000.png`. What one owner asks for twice at the same time is made once;
   * another owner does not wait for it in that owner's line.
   * @throws AppError `not_found` when the file was deleted meanwhile, and what `make` throws
   */
  derived(fileId: string, key: string, make: () => Promise<Uint8Array>, work: WorkFor): Promise<Buffer>
  /** Opens what was made from the file before; null when nothing was. */
  openDerived(fileId: string, key: string): Promise<(() => Readable) | null>
  /** Deletes what crashed uploads left, older than an hour. */
  sweep(): Promise<void>
}

const MAX_BYTES = 25_000_000
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const DERIVED_KEY = /^[a-z0-9][a-z0-9._-]{0,80}$/

const refuse = (code: ErrorCode): AppError => {
  const error = new AppError(code)
  return new AppError(code, { problems: [{ message: error.message, field: 'file', code }] })
}

const placeOf = (fileId: string): string => {
  if (!ID.test(fileId)) throw new AppError('not_found')
  return `files/files/${fileId.slice(-2)}/${fileId}`
}
const derivedOf = (fileId: string): string => placeOf(fileId).replace('files/files/', 'files/derived/')
/** Keys of a file and of everything made from it. @throws AppError `not_found` for what is no id */
export const placesOfFile = (fileId: string): string[] => [placeOf(fileId), derivedOf(fileId)]
const derivedPlace = (fileId: string, key: string): string => {
  if (!DERIVED_KEY.test(key)) throw new Error(`Not a valid file key: ${key}`)
  return `${derivedOf(fileId)}/${key}`
}

/** Whether it would end like this for all callers. */
const isAboutFile = (error: unknown): boolean =>
  /^(?:file_|page_|not_found$)/.test(String((error as { code?: unknown } | null)?.code))

/** Does the work while the file cannot be deleted. @returns false, without doing it, when the file is gone */
export type WhileKept = (fileId: string, work: () => Promise<void>) => Promise<boolean>

export interface FileStoreOptions {
  objects: ObjectStore
  whileKept: WhileKept
}

/** Of what may be anywhere: that it is not there is an answer of its own. @throws AppError `not_found` */
function existing<T>(found: T | null): T {
  if (found === null) throw new AppError('not_found')
  return found
}

export const createFileStore = ({ objects, whileKept }: FileStoreOptions): FileStore => {
  const making = new Map<string, Promise<Buffer>>()
  const make = async (fileId: string, place: string, work: () => Promise<Uint8Array>): Promise<Buffer> => {
    const made = await objects.read(place)
    if (made !== null) return made
    const bytes = await work()
    if (!(await whileKept(fileId, () => objects.put(place, bytes)))) throw new AppError('not_found')
    return Buffer.from(bytes)
  }
  const makeOnce = async (
    fileId: string,
    key: string,
    work: () => Promise<Uint8Array>,
    asker: WorkFor,
  ): Promise<Buffer> => {
    const place = derivedPlace(fileId, key)
    const name = `${asker.owner} ${place}`
    const running = making.get(name)
    if (running === undefined) {
      const made = make(fileId, place, work).finally(() => making.delete(name))
      making.set(name, made)
      return made
    }
    const endWait = asker.step?.waits()
    try {
      return await running
    } catch (error) {
      if (isAboutFile(error) || asker.signal.aborted) throw error
    } finally {
      endWait?.()
    }
    // What ended it was up to the one who asked first: cancelled, or out of time.
    return makeOnce(fileId, key, work, asker)
  }
  return {
    put: async (fileId, stream, claims, announce) => receive(objects, { fileId, stream, claims, announce }),
    borrow: async (fileId) => existing(await objects.borrow(placeOf(fileId))),
    stream: async (fileId) => existing(await objects.open(placeOf(fileId))),
    placesOf: placesOfFile,
    derived: makeOnce,
    openDerived: async (fileId, key) => openLater(objects, derivedPlace(fileId, key)),
    async sweep() {
      await sweepIncoming(objects.scratch)
      await objects.sweep()
    },
  }
}

interface Upload {
  fileId: string
  stream: Readable
  claims: UploadClaims
  announce: (() => Promise<void>) | undefined
}

const receive = async (objects: ObjectStore, { fileId, stream, claims, announce }: Upload): Promise<StoredFile> => {
  const place = placeOf(fileId)
  // It may break off while the folder is made; the pipeline learns that from the stream itself.
  stream.on('error', () => {})
  const incoming = join(objects.scratch, randomUUID())
  const meter = new Meter(claims.maxBytes ?? MAX_BYTES)
  // Opened before anything flows: a file that came to be after the upload broke off would stay.
  const handle = await openIncoming(objects, incoming).catch((cause: unknown) => {
    stream.resume()
    throw diskTrouble(cause)
  })
  try {
    await pipeline(stream, meter, handle.createWriteStream())
    if (meter.size === 0) throw refuse('file_empty')
    const type = checkType(await typeOnDisk(incoming), claims)
    await announce?.()
    await objects.take(place, incoming)
    return { file_id: fileId, size: meter.size, sha256: meter.hash.digest('hex'), type, mime: FILE_TYPES[type].mime }
  } catch (cause) {
    stream.destroy()
    // What stays because of the disk is removed with the next sweep.
    await rm(incoming, { force: true }).catch(() => {})
    throw diskTrouble(cause)
  }
}

async function openIncoming(objects: ObjectStore, path: string): Promise<FileHandle> {
  await objects.check()
  await mkdir(objects.scratch, { recursive: true })
  return open(path, 'wx')
}

const typeOnDisk = async (path: string): Promise<FileType | null> => {
  await using file = await open(path, 'r')
  // Awaited here: the file is closed behind this line.
  return await detectTypeOfFile(file)
}

/** Counts and hashes what passes; ends the stream at the limit. */
class Meter extends Transform {
  readonly hash = createHash('sha256')
  readonly #max: number
  size = 0

  constructor(max: number) {
    super()
    this.#max = max
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.size += chunk.length
    if (this.size > this.#max) done(refuse('file_too_large'))
    else {
      this.hash.update(chunk)
      done(null, chunk)
    }
  }
}

/** The bytes decide; a name or type that says something else is refused rather than believed. */
const checkType = (type: FileType | null, { name, mime, accept }: UploadClaims): FileType => {
  const claims = [claimedByMime(mime), claimedByName(name)]
  if (type !== null && claims.some((claim) => claim !== null && claim !== type)) throw refuse('file_type_mismatch')
  if (type === null || accept?.includes(type) === false) throw refuse('file_unsupported')
  return type
}

const TYPES = Object.entries(FILE_TYPES) as [FileType, (typeof FILE_TYPES)[FileType]][]

/** Types nobody means anything by say nothing. */
const claimedByMime = (mime: string | null): FileType | 'other' | null => {
  const plain = (mime ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (plain === '' || plain === 'application/octet-stream' || plain === 'binary/octet-stream') return null
  if (plain.startsWith('text/') || plain === 'application/json') return 'text'
  return TYPES.find(([, known]) => known.mime === plain)?.[0] ?? 'other'
}

const claimedByName = (name: string | null): FileType | null => {
  const extension = /\.([a-z0-9]{1,10})$/i.exec((name ?? '').trim())?.[1]?.toLowerCase() ?? ''
  return TYPES.find(([, known]) => (known.extensions as readonly string[]).includes(extension))?.[0] ?? null
}

const sweepIncoming = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && Date.now() - info.mtimeMs > HOUR_MS) await rm(join(folder, name), { force: true })
  }
}
