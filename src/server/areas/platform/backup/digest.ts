/** One number for all entries of a backup: every name, length and content, in order. */
import { createHash } from 'node:crypto'

export function digestOfEntries() {
  const all = createHash('sha256')
  let entries = 0
  return {
    /** @param sha256 of the content, in hex */
    add(name: string, size: number, sha256: string): void {
      all.update(`${name}\0${size}\0${sha256}\n`)
      entries += 1
    },
    result: () => ({ entries, digest: all.copy().digest('hex') }),
  }
}
