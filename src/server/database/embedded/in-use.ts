/**
 * Keeps two machines or containers from running a database server on the same folder, which would destroy it. Process ids show whether a server
 * is alive only within one machine and one container. Every process that uses the folder therefore writes a heartbeat file each second, with
 * where it runs, and a start elsewhere watches that file first.
 */
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1_000
/** Long enough for a machine that is very busy to write once. */
const WATCH_MS = 5_000
const LOOK_MS = 200

const fileIn = (dataDir: string): string => join(dataDir, '.postgres-in-use')

function orNothing(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** Process numbers mean the same to processes with the same text here: that of a machine since it was started, and of a container on it. */
export const HERE =
  [
    orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    orNothing(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter(Boolean)
    .join(' ') || hostname()

const read = (dataDir: string): string | null =>
  existsSync(fileIn(dataDir)) ? orNothing(() => readFileSync(fileIn(dataDir), 'utf8')) : null

const isHere = (text: string): boolean => text.split('\n')[0] === HERE

/** @throws Error when the database is used on another machine or in another container */
export async function refuseUseElsewhere(dataDir: string): Promise<void> {
  const before = read(dataDir)
  if (before === null || isHere(before)) return
  for (const until = performance.now() + WATCH_MS; performance.now() < until; await sleep(LOOK_MS))
    if (read(dataDir) !== before) throw new Error(message(dataDir, before))
}

/** For two that start in the same moment: the one that wrote last goes on. @throws Error in the other */
export function refuseStartElsewhere(dataDir: string): void {
  const found = read(dataDir)
  if (found && !isHere(found)) throw new Error(message(dataDir, found))
}

const message = (dataDir: string, found: string): string =>
  `The database in ${dataDir} is in use on another machine or in another container (${found.split('\n')[1] || 'unknown'}). Two servers on one database destroy it.\n` +
  'Stop the other one first. For several machines or containers, let all of them use one Postgres of your own: set DATABASE_URL.'

const text = (): string => `${HERE}\n${hostname()}\n${String(Date.now()).padStart(16)}\n`

/** In place where possible, which a full disk allows. A file that cannot be written is no reason to end. */
async function write(dataDir: string): Promise<void> {
  try {
    const handle = await open(fileIn(dataDir), isHere(read(dataDir) ?? '') ? 'r+' : 'w')
    await handle.write(text(), 0).finally(() => handle.close())
  } catch {
    // The next one may succeed.
  }
}

export interface Use {
  /** @param isLast no other process on this machine uses the database */
  end(isLast: boolean): Promise<void>
}

/** Says from now on that the database is used here. */
export async function sayInUse(dataDir: string): Promise<Use> {
  let writing = write(dataDir)
  let isWriting = false
  await writing
  const timer = setInterval(() => {
    if (isWriting) return
    isWriting = true
    writing = write(dataDir).finally(() => {
      isWriting = false
    })
  }, BEAT_MS)
  timer.unref()
  return {
    async end(isLast) {
      clearInterval(timer)
      if (!isLast) return
      await writing
      if (!isHere(read(dataDir) ?? '')) return
      await rm(fileIn(dataDir), { force: true }).catch(() => {})
    },
  }
}
