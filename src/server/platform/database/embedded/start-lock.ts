/** One process at a time creates and starts the server of a database folder. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.ts'

const TIMEOUT_MS = 60_000
/** The time between creating a lock and writing its holder; a process that takes longer was killed there. */
const UNNAMED_MS = 5_000
/** The locks this process holds. */
const held = new Set<string>()

/** Runs `work` while this process alone holds the folder. A lock left by a dead process is broken. */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, '.chowk-starting')
  const deadline = Date.now() + TIMEOUT_MS
  while (!take(lock)) {
    if (Date.now() > deadline)
      throw new Error(
        `Another process has been starting the database in ${folder} for a minute. Stop it, or remove ${lock}.`,
      )
    await sleep(50)
  }
  held.add(lock)
  try {
    return await work()
  } finally {
    held.delete(lock)
    rmSync(lock, { recursive: true, force: true })
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (!breakDead(lock)) return false
  }
  return sign(lock)
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const nameIn = (lock: string): string => join(lock, 'pid')

/** Writes down that this process holds it. Of several that try, one succeeds. */
function sign(lock: string): boolean {
  try {
    writeFileSync(nameIn(lock), String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}

/**
 * Takes the name of a dead holder off the lock, which itself is never removed here: another process may have broken it since this one
 * looked, and would then lose its own. @returns whether it may be signed
 */
function breakDead(lock: string): boolean {
  try {
    const found = readName(lock)
    if (!isDead(lock, found)) return false
    if (found === null) return true
    const aside = join(lock, `pid.${process.pid}`)
    renameSync(nameIn(lock), aside)
    if (readFileSync(aside, 'utf8') === found) return true
    renameSync(aside, nameIn(lock))
  } catch {
    // It has just changed hands.
  }
  return false
}

/** Null while nobody has signed it. */
function readName(lock: string): string | null {
  const file = nameIn(lock)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function isDead(lock: string, name: string | null): boolean {
  const pid = Number(name)
  if (pid === 0) return Date.now() - statSync(lock).mtimeMs > UNNAMED_MS
  // In a container every life has the same few process ids, so ours may be that of the one that died.
  if (pid === process.pid) return !held.has(lock)
  return !isAlive(pid)
}
