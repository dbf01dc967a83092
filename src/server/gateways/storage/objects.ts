/**
 * Where everything is kept that is too large for a row: uploads and what is made from them, large outputs of runs, exports, backups. Objects
 * have a key like `outputs/executions/…/step.json`, are written whole or not at all, and never change once something names them.
 */
import { Readable } from 'node:stream'
import { AppError } from '#contract/core/errors.ts'

export interface StoredObject {
  key: string
  bytes: number
}

/** A file on this machine with the bytes of an object, until it is disposed of. It must not be changed. */
export interface LocalCopy extends AsyncDisposable {
  path: string
}

/**
 * What every method may throw: AppError `unavailable` when the storage cannot be reached, refuses, or is not that of the installation. That an
 * object is not there is never an error, and never guessed from one.
 */
export interface ObjectStore {
  /** Where it is, as people know it. Without credentials. */
  readonly place: string
  /** A folder on this machine for files that are on their way into the store (`take`) or out of it (`borrow`). */
  readonly scratch: string
  /** Stores bytes; what was under the key is replaced. */
  put(key: string, bytes: Uint8Array | string): Promise<void>
  /**
   * Stores what comes, without holding all of it.
   * @returns its length in bytes
   * @throws also what the chunks throw, and the reason of the signal; then nothing is stored
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>
  /** Moves a file of this machine, best one in `scratch`, into the store. */
  take(key: string, file: string): Promise<void>
  /** All of it. Null when there is none. */
  read(key: string): Promise<Buffer | null>
  /** Null when there is none. A connection that breaks is continued where it broke. */
  open(key: string): Promise<Readable | null>
  /** Its length in bytes; null when there is none. */
  size(key: string): Promise<number | null>
  /** For programs that read files. Null when there is none. */
  borrow(key: string): Promise<LocalCopy | null>
  /** Gives an object another key. What was under that one is replaced. */
  move(from: string, to: string): Promise<void>
  /** Removes the object and all whose keys are below it, with what is being written under the key. No error when there is none. */
  remove(key: string): Promise<void>
  /** All below a key, one page at a time; what is being written is left out. */
  list(below: string): AsyncGenerator<StoredObject>
  /** Before much is received that would have nowhere to go. Costs no call to a service. */
  check(): Promise<void>
  /** Writes and removes a small object. */
  probe(): Promise<void>
  /** Removes what processes that were killed had begun to write, a day ago or earlier. */
  sweep(): Promise<void>
}

/** Names parted by slashes: none leads elsewhere or is hidden. */
const KEY = /^(?!\.)[^/\\\p{Cc}]{1,200}(?:\/(?!\.)[^/\\\p{Cc}]{1,200})*$/u

/** @throws Error for a key that would lead out of the store */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a valid key of the storage`)
  return key
}

/** Names the installation that a storage belongs to, so that two never share one. Its text is the id and a line break. */
export const OWNER_KEY = 'installation'

/** @param cause what the storage said; it is logged, and not shown */
export const storageUnavailable = (cause: unknown): AppError => new AppError('unavailable', { retryAfter: 30, cause })

/** A disk that is full, over its quota, read-only or broken. */
const DISK_TROUBLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']

/** What a failed write is told as: the trouble of a disk passes, as that of a bucket does. @returns any other error as it is */
export const diskTrouble = (error: unknown): unknown =>
  DISK_TROUBLE.includes(String((error as NodeJS.ErrnoException | null)?.code)) ? storageUnavailable(error) : error

/** Whether the storage is away, which passes: nothing is known about the object then. */
export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

/**
 * For what may be read later, or not at all: a connection that is open and not read would be held.
 * @returns null when there is no such object
 */
export async function openLater(
  objects: Pick<ObjectStore, 'size' | 'open'>,
  key: string,
): Promise<(() => Readable) | null> {
  if ((await objects.size(key)) === null) return null
  return () =>
    Readable.from(
      (async function* () {
        const stream = await objects.open(key)
        if (stream === null) throw new AppError('not_found')
        yield* stream
      })(),
      { objectMode: false },
    )
}
