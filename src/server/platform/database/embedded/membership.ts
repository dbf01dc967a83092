/** The users of the embedded Postgres on this machine: the last one to leave stops it, and when it ends under them one starts it again. */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createSession } from '#server/platform/database/pool.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { Use } from './in-use.ts'
import type { Place } from './place.ts'
import {
  killServer,
  type LaunchOptions,
  launchServer,
  type Postmaster,
  readPostmaster,
  stopServer,
} from './postmaster.ts'
import { withStartLock } from './start-lock.ts'

/** Tries that fail quietly: about three seconds. */
const RETRIES_BEFORE_TROUBLE = 6

/** The server that this process launched or adopted, remembered by its id: the pid file may already name that of another machine. */
export class OwnServer {
  readonly #place: Place
  #pid: number | null = null

  constructor(place: Place) {
    this.#place = place
  }

  /** Adopts the running one, or launches one. @throws DatabaseInUse when another machine or container has taken the database over */
  async ensure(use: Use, options: LaunchOptions): Promise<Postmaster & { isAdopted: boolean }> {
    use.check()
    const adopted = readPostmaster(this.#place.data)
    const server = adopted ?? (await launchServer(this.#place, options))
    this.#pid = server.pid
    // While it was launched there was no id to kill.
    use.check()
    return { ...server, isAdopted: adopted !== null }
  }

  kill(): void {
    if (this.#pid !== null) killServer(this.#pid, this.#place.data)
  }
}

interface MembershipOptions extends LaunchOptions {
  place: Place
  port: number
  url: string
  server: OwnServer
  use: Use
  onTrouble?: (message: string, error: Error | null) => void
}

/** A connection that holds the users' lock, and notices at once when the server ends. */
export class Membership {
  readonly #o: MembershipOptions
  #client: pg.Client | undefined
  /** A way back under way: who leaves meanwhile would otherwise stay a member for good. */
  #rejoining: Promise<void> | undefined
  #left = false

  constructor(options: MembershipOptions) {
    this.#o = options
  }

  async join(): Promise<void> {
    const client = createSession(this.#o.url, { name: 'chowk-member' })
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [LOCKS.usersOfEmbeddedDatabase])
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    client.once('end', () => {
      if (!this.#left) void this.#rejoin()
    })
  }

  async #rejoin(): Promise<void> {
    const { place, server, use, onTrouble } = this.#o
    for (let attempt = 0; !this.#left; attempt++) {
      await sleep(Math.min(50 * 2 ** attempt, 5000))
      try {
        this.#rejoining = withStartLock(place.data, async () => {
          if (this.#left) return
          if (!readPostmaster(place.data)) {
            // It may have ended because another machine has taken its folder over.
            use.check()
            onTrouble?.('The embedded Postgres ended; it is started again', null)
          }
          await server.ensure(use, this.#o)
          await this.join()
        })
        await this.#rejoining
        return
      } catch (error) {
        if (this.#left) return
        // What its last processes still hold, or a recovery under way, passes; a full disk does not, and is told.
        if (attempt >= RETRIES_BEFORE_TROUBLE) onTrouble?.('The embedded Postgres does not come back', error as Error)
      }
    }
  }

  /** Leaves without a word to a server that is no longer ours. */
  abandon(): void {
    this.#left = true
    this.#client?.end().catch(() => {})
  }

  /** Stops the server when no other process uses it. @returns whether this was the last user */
  async leave(): Promise<boolean> {
    this.#left = true
    await this.#rejoining?.catch(() => {})
    const client = this.#client
    const server = readPostmaster(this.#o.place.data)
    const last = await leavesLast(client)
    // Before the connection is closed: its lock keeps others from joining a server that is about to stop.
    if (last && server) await stopServer(server.pid)
    await client?.end().catch(() => {})
    return last
  }
}

async function leavesLast(client: pg.Client | undefined): Promise<boolean> {
  if (!client) return false
  try {
    const sql = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last'
    const { rows } = await client.query<{ last: boolean }>(sql, [LOCKS.usersOfEmbeddedDatabase])
    return rows[0]?.last === true
  } catch {
    return false
  }
}
