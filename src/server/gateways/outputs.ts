/** Outputs of nodes that are too large for a row, as files in a folder that every process of the installation reaches. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Outputs {
  /** Kept when this resolves. A key is written again with what it says already. */
  put(key: string, text: string): Promise<void>
  /** @throws Error when there is nothing under the key */
  get(key: string): Promise<string>
}

/** Ids, node names and numbers with slashes and dots between: nothing that leads out of the folder. */
const KEY = /^[a-z0-9_-]+(?:[/.][a-z0-9_-]*)*\.json$/

export function createOutputs({ dir }: { dir: string }): Outputs {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`"${key}" is not the key of an output`)
    return join(dir, key)
  }
  return {
    async put(key, text) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // A reader sees all of it or nothing.
      const half = `${path}.${process.pid}.half`
      await writeFile(half, text, { flush: true })
      await rename(half, path)
    },
    get: (key) => readFile(pathOf(key), 'utf8'),
  }
}
