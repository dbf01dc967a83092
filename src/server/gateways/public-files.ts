/** Public documents of the pages, as files of the built client. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders and names without a way out. */
const PATH = /^(?:\/[\w-]+)+\.[a-z0-9]+$/

/** @returns the bytes at a path such as `/samples/note.pdf`; null when there is nothing */
export const createPublicFiles =
  (root: string) =>
  async (path: string): Promise<Buffer | null> => {
    if (!PATH.test(path)) return null
    return readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }
