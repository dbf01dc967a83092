/**
 * The journal: one writer per process. Every execution hands it entries and awaits them. All waiting entries are
 * committed together, in one statement, as soon as a connection is free; an entry is acknowledged after its commit,
 * never before.
 *
 * A batch moves: queued → sent → committed. When the connection breaks in between, nobody knows whether it was
 * committed, so it is queued again, in front, and sent once more: every part of the statement is idempotent. When the
 * database refuses the data of a batch (it says which statement, not which entry) its entries are sent one by one, and
 * only the refused ones reject. `fenced` is not an error: another process has taken over, paused or cancelled the
 * execution. An outage of the database has no limit: what waits is sent when it is back, unless its source says by when it is too late.
 */

import type pg from 'pg'
import { createSession } from '#server/platform/database/pool.ts'
import { withinTime } from './attempt.ts'
import { batchStatement, type JournalEntry } from './journal-sql.ts'

/** `late`: it was to be sent earlier, and is not sent any more. */
export type Written = 'committed' | 'fenced' | 'late'

/** What has something to write. It is asked when its turn comes, so what it finishes while it waits goes along. */
export interface Source {
  draw(): JournalEntry
  /** Its writes move money: each is sent separately, so that two batches never wait for each other's accounts. */
  readonly alone?: boolean
  /** In ms since 1970. It is not sent later than this, not even a second time after a lost connection. */
  readonly send_by?: number | undefined
}

export interface Journal {
  /** Resolves after the commit. @throws JournalRefusal when the database cannot store the entry */
  write(source: Source): Promise<Written>
  /** What was handed over and what it cost, since the start of the process. */
  readonly counters: { entries: number; batches: number; retries: number }
  /** Waits until nothing is queued or in flight, at most `timeout_ms`, then closes the connections. */
  close(timeout_ms?: number): Promise<void>
}

/** The data of one entry cannot be stored; the database itself is well. */
export class JournalRefusal extends Error {
  constructor(cause: Error) {
    super(`The database refused a row: ${cause.message}`, { cause })
    this.name = 'JournalRefusal'
  }
}

interface Waiting {
  source: Source
  /** Drawn when first sent; sent again unchanged. */
  entry: JournalEntry | null
  resolve: (written: Written) => void
  reject: (error: Error) => void
  /** Sent without company: it moves money, or its batch was refused. */
  alone: boolean
}

interface Options {
  databaseUrl: string
  /** 2 keeps one batch being built while another commits. */
  connections?: number
  log?: (message: string, error: Error) => void
}

const MAX_ENTRIES = 256
/** Fewer entries are not divided between connections. */
const WORTH_A_COMMIT = 8
const RECONNECT_MS = [20, 100, 250, 500, 1000] as const

/**
 * A prepared plan made while a table was empty keeps its sequential scan for the life of the connection and runs at a third
 * of the speed, so the planner is left one way only: the index.
 */
export const JOURNAL_SESSION =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan -c jit=off -c synchronous_commit=on'

/** Not a fault of the data: the server is away, shutting down, starting, full, or two writers met. */
export function isTransient(error: unknown): boolean {
  // What cannot even be written as JSON never left this process.
  if (error instanceof TypeError || error instanceof RangeError) return false
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return true
  if (!/^[0-9A-Z]{5}$/.test(code)) return true
  return /^(?:08|40|53|55|57|58|XX)/.test(code)
}

/** @throws the first connection's error when the database cannot be reached at the start */
export async function createJournal(options: Options): Promise<Journal> {
  const journal = new Writer(options)
  await journal.open()
  return journal
}

class Writer implements Journal {
  readonly counters = { entries: 0, batches: 0, retries: 0 }
  readonly #options: Options
  #queue: Waiting[] = []
  readonly #free: pg.Client[] = []
  #sending = 0
  #scheduled = false
  #closed = false
  #abandoned = false
  #idle: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
  }

  async open(): Promise<void> {
    const count = this.#options.connections ?? 2
    const clients = await Promise.all(Array.from({ length: count }, () => this.#connect()))
    this.#free.push(...clients)
  }

  write(source: Source): Promise<Written> {
    if (this.#closed) return Promise.reject(new Error('The journal is closed'))
    this.counters.entries++
    return new Promise((resolve, reject) => {
      this.#queue.push({ source, entry: null, resolve, reject, alone: source.alone === true })
      this.#schedule()
    })
  }

  async close(timeout_ms = 5_000): Promise<void> {
    this.#closed = true
    const idle = async () => {
      while (this.#queue.length > 0 || this.#sending > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
    }
    // While the database is away nothing more can be written; what was acknowledged is.
    await withinTime(idle(), timeout_ms)
    this.#abandoned = true
    await Promise.all(this.#free.splice(0).map((client) => client.end().catch(() => {})))
  }

  async #connect(): Promise<pg.Client> {
    // One that dies between two batches says nothing; the next batch on it fails and replaces it.
    const client = createSession(this.#options.databaseUrl, { name: 'chowk journal', options: JOURNAL_SESSION })
    await client.connect()
    return client
  }

  /** Everything that became ready in this turn of the event loop shares a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#free.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#pump()
    })
  }

  #pump(): void {
    while (this.#queue.length > 0) {
      const client = this.#free.pop()
      if (!client) return
      const alone = this.#queue[0]?.alone === true
      void this.#send(client, this.#queue.splice(0, alone ? 1 : this.#share()))
    }
  }

  /** What one connection takes: all, unless another one is free to commit a part of it meanwhile. */
  #share(): number {
    const shared = Math.ceil(this.#queue.length / (this.#free.length + 1))
    const most = Math.min(MAX_ENTRIES, Math.max(WORTH_A_COMMIT, shared))
    const company = this.#queue.slice(0, most).findIndex(({ alone }) => alone)
    return company === -1 ? most : company
  }

  async #send(client: pg.Client, drawn: Waiting[]): Promise<void> {
    this.#sending++
    const batch = inTime(drawn)
    let usable = client
    try {
      if (batch.length > 0) await this.#commit(client, batch)
    } catch (error) {
      usable = await this.#failed(client, batch, error as Error)
    }
    this.#sending--
    this.#free.push(usable)
    if (this.#queue.length > 0) this.#schedule()
    else if (this.#sending === 0) for (const wake of this.#idle.splice(0)) wake()
  }

  async #commit(client: pg.Client, batch: readonly Waiting[]): Promise<void> {
    this.counters.batches++
    const entries = batch.map((waiting) => {
      waiting.entry ??= waiting.source.draw()
      return waiting.entry
    })
    const answer = await client.query<{ id: string }>(batchStatement(entries))
    const held = new Set(answer.rows.map((row) => row.id))
    batch.forEach(({ resolve }, index) => {
      const entry = entries[index]
      resolve(entry && (entry.start || held.has(entry.execution_id)) ? 'committed' : 'fenced')
    })
  }

  /** Puts the batch where it belongs and gives back a connection that works. */
  async #failed(client: pg.Client, batch: Waiting[], error: Error): Promise<pg.Client> {
    if (!isTransient(error)) {
      const [only] = batch
      if (batch.length === 1 && only) only.reject(new JournalRefusal(error))
      else this.#queue.unshift(...batch.map((waiting) => ({ ...waiting, alone: true })))
      return client
    }
    this.counters.retries++
    this.#queue.unshift(...batch)
    this.#options.log?.(troubleOf(error), error)
    if ((error as { code?: string }).code?.startsWith('40')) return client
    client.end().catch(() => {})
    for (let attempt = 0; !this.#abandoned; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)]))
      try {
        return await this.#connect()
      } catch (reason) {
        if (attempt === RECONNECT_MS.length) this.#options.log?.('The database is away', reason as Error)
      }
    }
    return client
  }
}

/** Those that may still be sent. The others are answered `late`. */
function inTime(drawn: readonly Waiting[]): Waiting[] {
  const now = Date.now()
  const isLate = ({ source: { send_by } }: Waiting) => send_by !== undefined && send_by < now
  for (const waiting of drawn) if (isLate(waiting)) waiting.resolve('late')
  return drawn.filter((waiting) => !isLate(waiting))
}

/** `disk_full` and `out_of_memory` of Postgres, told apart from a lost connection: an operator does something else about each. */
function troubleOf(error: Error): string {
  const { code } = error as { code?: string }
  if (code === '53100') return 'The disk of the database is full: runs cannot be saved until there is space again'
  if (code?.startsWith('53')) return 'The database is out of resources: runs cannot be saved until it recovers'
  return 'The journal lost its database connection and tries again'
}
