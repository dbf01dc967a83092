/** One whole Chowk per database: a second `npm start` on the same data says so instead of fighting the first. */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { createSession } from './pool.ts'

export interface InstanceLock {
  release(): Promise<void>
}

const RETAKE_MS = 200

/**
 * Held on a separate connection, so that it ends with the process in any case. A database restart releases it; it is
 * taken
 * again as soon as the database is back. (A faster process finds the executor's name taken, or takes it from us, once.)
 * @param address what the holder tells a second instance: its own address
 * @returns null when another instance holds it; its address is in `holderAddress`
 */
export async function takeInstanceLock(url: string, address: string): Promise<InstanceLock | null> {
  let released = false
  let client: pg.Client | null = null
  const again = async () => {
    while (!released) {
      await sleep(RETAKE_MS, undefined, { ref: false })
      try {
        await take()
        return
      } catch {
        // The database is still away.
      }
    }
  }
  const take = async () => {
    client = await connectAndLock(url, address)
    client?.once('end', () => {
      if (!released) void again()
    })
  }
  await take()
  if (client === null) return null
  return {
    async release() {
      released = true
      await client?.end().catch(() => {})
    },
  }
}

async function connectAndLock(url: string, address: string): Promise<pg.Client | null> {
  const client = createSession(url, { name: `chowk ${address}` })
  await client.connect()
  const taken = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.instance])
  if (taken.rows[0]?.taken) return client
  await client.end()
  return null
}

/** Where the holder of the lock serves, as it said when it took it; null when nobody holds it. */
export async function holderAddress(url: string): Promise<string | null> {
  const client = createSession(url, { name: 'chowk start' })
  await client.connect()
  try {
    const found = await client.query<{ name: string }>(
      // The locks of every database on the server are listed here, among them those of other installations.
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and l.objid = $1
         and l.database = (select oid from pg_database where datname = current_database())`,
      [LOCKS.instance],
    )
    return found.rows[0]?.name.replace(/^chowk /, '') ?? null
  } finally {
    await client.end()
  }
}
