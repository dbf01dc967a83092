/** Outputs of nodes that are too large for a row, as files in a folder that every process of the installation reaches. */
import { createReadStream } from 'node:fs'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { anyFolder, type CheckFolder } from './own-folder.ts'

export interface Outputs {
  /** Kept when this resolves. A key is written again with what it says already. @throws AppError `unavailable` in another installation's folder */
  put(key: string, text: string): Promise<void>
  /** @throws Error when there is nothing under the key */
  get(key: string): Promise<string>
  /** Opens it for streaming. @throws Error when there is nothing under the key */
  open(key: string): Promise<() => Readable>
}

/** Ids, node names and numbers with slashes and dots between: nothing that leads out of the folder. */
const KEY = /^[a-z0-9_-]+(?:[/.][a-z0-9_-]*)*\.json$/

export function createOutputs({ dir, check = anyFolder }: { dir: string; check?: CheckFolder }): Outputs {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`"${key}" is not a valid output key`)
    return join(dir, key)
  }
  return {
    async put(key, text) {
      const path = pathOf(key)
      await check()
      await mkdir(dirname(path), { recursive: true })
      // A reader sees all of it or nothing.
      const half = `${path}.${process.pid}.half`
      await writeFile(half, text, { flush: true })
      await rename(half, path)
    },
    get: (key) => readFile(pathOf(key), 'utf8'),
    async open(key) {
      const path = pathOf(key)
      await access(path)
      return () => createReadStream(path)
    },
  }
}
