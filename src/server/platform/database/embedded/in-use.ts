/**
 * Keeps two machines or containers from running a database server on the same folder, which would destroy it. Process
 * ids show whether a server is alive only within one machine and one container. Every process that uses the folder
 * therefore writes a heartbeat file each second, with where it runs, and a start elsewhere watches that file first. The
 * file is in the cluster's own folder: only that is sure to be shared.
 *
 * A heartbeat can stop while its server continues: when the machine is frozen, or when Node was killed and Postgres was
 * not. A heartbeat from elsewhere that was not removed is therefore taken over only when no Postgres can have survived
 * it, or the operator removed it.
 */
import { constants, existsSync, lchownSync, readFileSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOrCreate } from '#server/platform/read-or-create.ts'
import { HERE, IDENTITY, isEarlierLife } from './machine.ts'
import type { Place } from './place.ts'
import { hasPidFile, readPostmaster } from './postmaster.ts'

const BEAT_MS = 1_000
/** Long enough for a machine that is very busy to write once. */
const WATCH_BEATS = 5
/** The former user reads our heartbeat within one beat and kills its Postgres; another start that overwrote ours shows by then. */
const SETTLE_BEATS = 2.5
const LOOK_BEATS = 0.2

const signIn = (data: string): string => join(data, '.chowk-in-use')

/** Another machine or container uses the database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

const text = (): string => `${HERE}\n${hostname()}\n${IDENTITY}\n${String(Date.now()).padStart(16)}\n`

/** Null when there is none; empty when it cannot be read. */
function read(data: string): string | null {
  try {
    return readFileSync(signIn(data), 'utf8').trim()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : ''
  }
}

const isHere = (found: string): boolean => found.split('\n')[0] === HERE

/** An empty file names no machine, so it is not taken for a takeover. */
const isForeign = (found: string | null): found is string => Boolean(found) && !isHere(found ?? '')

const hostOf = (found: string): string => found.split('\n')[1] || 'unknown'

const inUse = (data: string, found: string): DatabaseInUse =>
  new DatabaseInUse(
    `The database in ${data} is in use on another machine or in another container (${hostOf(found)}). Two servers on one database destroy it.\n` +
      'Stop the other one first. For several machines or containers, let all of them use one Postgres of your own: set DATABASE_URL.',
  )

const notEnded = (data: string, found: string): DatabaseInUse =>
  new DatabaseInUse(
    `The database in ${data} was last used on another machine or in another container (${hostOf(found)}), and was not stopped there. ` +
      'Its Postgres may still be running, which cannot be seen from here. Two servers on one database destroy it.\n' +
      `Start and stop Chowk there once. If that machine or container is gone for good, remove ${signIn(data)} and start again.`,
  )

const takenOver = (data: string, found: string): DatabaseInUse =>
  new DatabaseInUse(
    `The database in ${data} was taken over by another machine or container (${hostOf(found)}), so this server ends. Two servers on one database destroy it.\n` +
      'Run Chowk in one place only. For several machines or containers, let all of them use one Postgres of your own: set DATABASE_URL.',
  )

/** Whether a process of this machine or container uses the database in this folder. */
export const isUsedHere = (data: string): boolean => isHere(read(data) ?? '')

/** @throws DatabaseInUse when another machine or container writes within so many beats; looks once more at the end */
async function watch(data: string, found: string, beats: number, beatMs: number): Promise<void> {
  for (const until = performance.now() + beats * beatMs; ; await sleep(LOOK_BEATS * beatMs)) {
    const now = read(data)
    if (isForeign(now) && now !== found) throw inUse(data, now)
    if (performance.now() >= until) return
  }
}

/** Creates the heartbeat file unless there is one. @returns its text: of two that start in the same moment, both read that of the first */
function create({ data, account }: Place): string {
  const found = readOrCreate(signIn(data), text)
  // Root may start once what another account starts next.
  if (account && isHere(found)) lchownSync(signIn(data), account.uid, account.gid)
  return found
}

/**
 * In place, which a full disk allows. Never through a link: the folder belongs to a lesser account than root.
 * @returns false when the file is gone, because a user that ended has just removed it
 */
async function overwrite(data: string): Promise<boolean> {
  try {
    const handle = await open(signIn(data), constants.O_RDWR | constants.O_NOFOLLOW)
    await handle.write(text(), 0).finally(() => handle.close())
    return existsSync(signIn(data))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Writes the first heartbeat. An ordinary start does not wait: a missing file is created exclusively, so that one of several starts wins, and
 * what this machine wrote leaves the decision to process ids. What is taken over from elsewhere can only be overwritten, so the start
 * then watches whether another start or the former user overwrites it, too.
 */
async function claim(place: Place, beatMs: number): Promise<void> {
  const { data } = place
  const isUnseen = (): boolean => hasPidFile(data) && readPostmaster(data) === null
  const before = read(data)
  if (before === null) {
    const created = create(place)
    if (!isHere(created)) throw inUse(data, created)
    // The operator removed it although a Postgres was not stopped: its user may be alive after all.
    if (isUnseen()) await watch(data, created, SETTLE_BEATS, beatMs)
    return
  }
  if (isHere(before)) return (await overwrite(data)) ? undefined : claim(place, beatMs)
  const [here = '', , identity = ''] = before.split('\n')
  await watch(data, before, WATCH_BEATS, beatMs)
  // Its user ended meanwhile, or another process of this machine was quicker.
  if (read(data) !== before) return claim(place, beatMs)
  const isOurs = isEarlierLife(here, identity)
  if (isUnseen() && !isOurs) throw notEnded(data, before)
  if (!(await overwrite(data))) return claim(place, beatMs)
  if (!isOurs) await watch(data, read(data) ?? '', SETTLE_BEATS, beatMs)
}

export interface Use {
  /** Looks at once, not only with the next heartbeat. @throws DatabaseInUse when another machine or container has taken the database over */
  check(): void
  /** @param isEnded whether the server has ended, so that others may start one at once */
  end(isEnded: boolean): Promise<void>
}

/**
 * Says from now on that the database is used here.
 * @param onTaken called once, as soon as another machine or container has taken it over: its heartbeat is left alone
 * @param beatMs between two heartbeats, the same everywhere: a start elsewhere watches for five of them
 * @throws DatabaseInUse when it is used elsewhere, or may be
 */
export async function claimUse(place: Place, onTaken: (error: DatabaseInUse) => void, beatMs = BEAT_MS): Promise<Use> {
  const { data } = place
  await claim(place, beatMs)
  let beating: Promise<void> | null = null
  let taken: DatabaseInUse | null = null
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = null
    })
  }, beatMs)
  timer.unref()
  function lose(found: string): void {
    if (taken) return
    taken = takenOver(data, found)
    clearInterval(timer)
    onTaken(taken)
  }
  async function beat(): Promise<void> {
    let found: string
    try {
      found = existsSync(signIn(data)) ? await readFile(signIn(data), 'utf8') : create(place)
      if (!isForeign(found)) {
        await overwrite(data)
        return
      }
    } catch {
      // A file that cannot be read or written is no reason to end: the next heartbeat may succeed.
      return
    }
    lose(found)
  }
  return {
    check() {
      const found = read(data)
      if (isForeign(found)) lose(found)
      if (taken) throw taken
    },
    async end(isEnded) {
      clearInterval(timer)
      await beating
      if (isEnded && isUsedHere(data)) rmSync(signIn(data), { force: true })
    },
  }
}
