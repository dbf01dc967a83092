/** Outputs of nodes that are too large for a row, in the storage that every process of the installation reaches. */
import type { Readable } from 'node:stream'
import { type ObjectStore, openLater } from './storage/objects.ts'

export interface Outputs {
  /** Kept when this resolves. A key is written again with what it says already. @throws AppError `unavailable` while the storage is away */
  put(key: string, text: string): Promise<void>
  /** Null when there is nothing under the key. @throws AppError `unavailable` while the storage is away */
  get(key: string): Promise<string | null>
  /** The same as a stream, opened when it is read. */
  open(key: string): Promise<(() => Readable) | null>
}

/** Ids, node names and numbers with slashes and dots between: nothing that leads out of the folder. */
const KEY = /^[a-z0-9_-]+(?:[/.][a-z0-9_-]*)*\.json$/

export function createOutputs(objects: Pick<ObjectStore, 'put' | 'read' | 'size' | 'open'>): Outputs {
  const placeOf = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`"${key}" is not a valid output key`)
    return `outputs/${key}`
  }
  return {
    put: async (key, text) => objects.put(placeOf(key), text),
    get: async (key) => (await objects.read(placeOf(key)))?.toString('utf8') ?? null,
    open: async (key) => openLater(objects, placeOf(key)),
  }
}
