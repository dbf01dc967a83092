/**
 * What processes tell each other, over NOTIFY on one channel. It only makes things quicker: every receiver can do without, because
 * the rows say the same. So nothing is sent for a run that nobody watches, and a lost connection loses nothing.
 */

import type pg from 'pg'
import type { Json } from '#contract/core/primitives.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { createSession } from '#server/platform/database/pool.ts'

export type Message =
  /** The execution was paused or cancelled: its executor stops. */
  | { type: 'stop'; id: string }
  /** Work is in the queue that the sender has no place for. */
  | { type: 'queued' }
  /** A wait of a running execution was resolved. */
  | { type: 'wake'; id: string }
  /** The execution is followed for the next minute. */
  | { type: 'watch'; id: string }
  /** Rows of a watched execution were committed, or its status changed. */
  | { type: 'rows'; id: string }
  /** A live event of a watched execution. */
  | { type: 'live'; id: string; event: Json }

export interface Bus {
  /** Tells the other processes; best effort. */
  publish(message: Message): void
  close(): Promise<void>
}

const CHANNEL = 'chowk_engine'
/** NOTIFY takes less than 8,000 bytes. */
const MAX_BYTES = 7_000
const RECONNECT_MS = 250

export async function createBus(options: {
  pool: Pool
  databaseUrl: string
  executorId: string
  receive: (message: Message) => void
}): Promise<Bus> {
  let closed = false
  let client: pg.Client | undefined

  const listen = async (): Promise<void> => {
    // Held for as long as the process runs, whatever its role: `findLiveProcesses` knows it by this name.
    const fresh = createSession(options.databaseUrl, { name: `chowk bus ${options.executorId}` })
    fresh.on('notification', ({ payload }) => {
      const { from, message } = JSON.parse(payload ?? '{}') as { from?: string; message?: Message }
      if (message && from !== options.executorId) options.receive(message)
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
    fresh.once('end', () => {
      if (!closed) void again()
    })
  }

  const again = async (): Promise<void> => {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      try {
        return await listen()
      } catch {
        // The database is still away.
      }
    }
  }

  await listen()
  return {
    publish(message) {
      const payload = JSON.stringify({ from: options.executorId, message })
      if (closed || Buffer.byteLength(payload) > MAX_BYTES) return
      options.pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {})
    },
    async close() {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
