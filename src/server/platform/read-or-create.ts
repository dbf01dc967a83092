/** Small files that an installation makes once and keeps for good: its secret, its keys, its passwords. */
import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Some shared folders have no hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code)

/** Gives the file its name unless there is one of that name. */
function publish(half: string, file: string): void {
  try {
    try {
      linkSync(half, file)
    } catch (error) {
      if (!NO_LINKS.has(codeOf(error))) throw error
      copyFileSync(half, file, constants.COPYFILE_EXCL)
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/**
 * Reads a file, created first when there is none. It appears whole or not at all: a full disk, a kill or a power cut leaves no empty
 * secret behind, and of several processes that start at once the first one wins and the others read all of it.
 * @returns its text without white space around it
 */
export function readOrCreate(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const half = `${file}.${randomBytes(6).toString('hex')}.half`
    try {
      writeFileSync(half, make(), { mode: 0o600, flag: 'wx', flush: true })
      publish(half, file)
    } finally {
      rmSync(half, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
