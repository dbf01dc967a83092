/** Listens for NOTIFY. Uses a separate connection, recreated when it is lost. */

import pg from 'pg'
import { createSession } from './pool.ts'

const RECONNECT_MS = 500

export interface ListenOptions {
  databaseUrl: string
  channel: string
  receive(payload: string): void
  /** Called with every new connection: what was announced in between was not heard. */
  connected(): void
}

/** @returns stops it */
export function listen(options: ListenOptions): () => Promise<void> {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const again = () => {
    if (!closed) timer = setTimeout(open, RECONNECT_MS).unref()
  }
  const open = async (): Promise<void> => {
    const fresh = createSession(options.databaseUrl, { name: 'chowk listener' })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      again()
    }
    fresh.on('notification', ({ payload }) => options.receive(payload ?? ''))
    fresh.once('end', lose)
    try {
      client = fresh
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(options.channel)}`)
      if (closed) await fresh.end()
      else options.connected()
    } catch {
      // The database is away: the next attempt sees.
      await fresh.end().catch(() => {})
      lose()
    }
  }
  void open()
  return async () => {
    closed = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
