/** One process at a time creates and starts the server of a database folder. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alive } from './alive.ts'

const TIMEOUT_MS = 60_000
/** Between making a lock and writing down who holds it; whoever takes longer was killed there. */
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
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (holderIsDead(lock)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** Empty while there is none. */
function pidIn(lock: string): string {
  const file = join(lock, 'pid')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function holderIsDead(lock: string): boolean {
  try {
    const pid = Number(pidIn(lock))
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > UNNAMED_MS
    // In a container every life has the same few process ids, so ours may be that of the one that died.
    if (pid === process.pid) return !held.has(lock)
    return !alive(pid)
  } catch {
    return false
  }
}
