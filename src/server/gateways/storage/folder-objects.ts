/** Objects as files below a folder that every process of the installation reaches. */
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { anyFolder, type CheckFolder } from '#server/gateways/own-folder.ts'
import { DAY_MS } from '#shared/time.ts'
import { checkedKey, diskTrouble, type LocalCopy, type ObjectStore, type StoredObject } from './objects.ts'

/** More than a block, so that a disk without free blocks shows. */
const PROBED = Buffer.alloc(8192, 1)

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))

/** @returns null when there is none */
const unlessMissing = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

export interface FolderOptions {
  dir: string
  /** Asked before anything is written, and before something is said not to be there. */
  check?: CheckFolder
}

class FolderObjects implements ObjectStore {
  readonly place: string
  readonly scratch: string
  readonly check: CheckFolder
  readonly #dir: string

  constructor({ dir, check = anyFolder }: FolderOptions) {
    this.#dir = dir
    this.check = check
    this.place = `the folder ${dir}`
    this.scratch = join(dir, 'files/incoming')
  }

  #pathOf(key: string): string {
    return join(this.#dir, checkedKey(key))
  }

  /** Writes under another name first: a reader sees all of it or nothing. Only the account of the server may read it. */
  async #whole(path: string, write: (half: string) => Promise<unknown>): Promise<void> {
    const half = `${path}.${process.pid}.half`
    await this.check()
    try {
      await mkdir(dirname(path), { recursive: true })
      await write(half)
      await rename(half, path)
    } catch (error) {
      throw diskTrouble(error)
    } finally {
      await rm(half, { force: true }).catch(() => {})
    }
  }

  async #known<T>(found: T | null): Promise<T | null> {
    if (found === null) await this.check()
    return found
  }

  async #sizeOf(path: string): Promise<number | null> {
    return this.#known(await unlessMissing(stat(path).then((found) => (found.isFile() ? found.size : null))))
  }

  put(key: string, bytes: Uint8Array | string): Promise<void> {
    return this.#whole(this.#pathOf(key), (half) => writeFile(half, bytes, { mode: 0o600, flush: true }))
  }

  async write(key: string, chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    let length = 0
    await this.#whole(this.#pathOf(key), async (half) => {
      const file = createWriteStream(half, { mode: 0o600, flush: true })
      await pipeline(chunks, file, { signal })
      length = file.bytesWritten
    })
    return length
  }

  async take(key: string, file: string): Promise<void> {
    const path = this.#pathOf(key)
    await this.check()
    try {
      await mkdir(dirname(path), { recursive: true })
      await rename(file, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw diskTrouble(error)
      await this.#whole(path, (half) => copyFile(file, half))
      await rm(file, { force: true })
    }
  }

  async read(key: string): Promise<Buffer | null> {
    return this.#known(await unlessMissing(readFile(this.#pathOf(key))))
  }

  async open(key: string): Promise<Readable | null> {
    const path = this.#pathOf(key)
    return (await this.#sizeOf(path)) === null ? null : createReadStream(path)
  }

  async size(key: string): Promise<number | null> {
    return this.#sizeOf(this.#pathOf(key))
  }

  async borrow(key: string): Promise<LocalCopy | null> {
    const path = this.#pathOf(key)
    return (await this.#sizeOf(path)) === null ? null : { path, [Symbol.asyncDispose]: async () => {} }
  }

  async move(from: string, to: string): Promise<void> {
    await this.check()
    await mkdir(dirname(this.#pathOf(to)), { recursive: true })
    await rename(this.#pathOf(from), this.#pathOf(to))
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key)
    // What is not there now would be back with the volume.
    await this.check()
    // First what is still being written, or was by a process that was killed: afterwards nothing comes to be under the key.
    if (extname(path) !== '') await removeHalves(dirname(path), (name) => name.startsWith(`${basename(path)}.`))
    await rm(path, { recursive: true, force: true })
  }

  async *list(below: string): AsyncGenerator<StoredObject> {
    await this.check()
    yield* this.#below(below === '' ? '' : checkedKey(below))
  }

  async *#below(key: string): AsyncGenerator<StoredObject> {
    const entries = await unlessMissing(opendir(join(this.#dir, key)))
    if (entries === null) return
    for await (const entry of entries) {
      const path = key === '' ? entry.name : `${key}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name.endsWith('.half')) continue
      if (entry.isDirectory()) yield* this.#below(path)
      // One that was removed meanwhile is left out.
      const found = entry.isFile() ? await unlessMissing(stat(join(this.#dir, path))) : null
      if (found !== null) yield { key: path, bytes: found.size }
    }
  }

  async probe(): Promise<void> {
    await this.check()
    const file = join(this.#dir, `.write-test-${process.pid}`)
    try {
      await writeFile(file, PROBED, { flush: true })
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
  }

  async sweep(): Promise<void> {
    const before = Date.now() - DAY_MS
    for (const name of await readdir(this.#dir).catch(() => [])) {
      if (!name.endsWith('.half')) continue
      const found = await unlessMissing(stat(join(this.#dir, name)))
      if (found?.isFile() && found.mtimeMs < before) await rm(join(this.#dir, name), { force: true })
    }
  }
}

export const createFolderObjects = (options: FolderOptions): ObjectStore => new FolderObjects(options)

/** Removes the unfinished files of all processes that wrote this one. */
async function removeHalves(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? [])
    if (name.endsWith('.half') && isOurs(name)) await rm(join(folder, name), { force: true })
}
