/**
 * Random movements of money by several workers at once, whose connections are cut in the middle of them, against a model that keeps
 * the sums in memory. After each batch the books are asked whether they agree with themselves and with the model.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { LedgerLine, Posting } from '#server/areas/billing/ledger/accounts.ts'
import { findDrift } from '#server/areas/billing/ledger/ledger.store.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { type LedgerMoves, ledgerMoves, type Random, seeded } from './ledger-moves.ts'

export interface LedgerStormOptions {
  operations: number
  /** Operations between two looks at the books. */
  batch: number
  workers: number
  /** A connection of a worker is cut from outside as often as this. */
  cut_every_ms: number
  seed: number
  buyers: readonly UserId[]
  sellers: readonly UserId[]
  log?: (line: string) => void
}

export interface LedgerStormReport {
  operations: number
  posted: Record<string, number>
  /** Refused for an account of a buyer would have fallen below zero. */
  refused: number
  /** Keys posted again, which moved nothing; keys that came with other money, which were refused. */
  repeated: number
  forged: number
  /** Transactions that a cut connection ended, tried again with the same key. */
  cut: number
  batches: number
  /** What must be empty. */
  breaks: string[]
  took_ms: number
}

const NAME = 'ledger-storm'
const nameOf = (line: LedgerLine) => `${line.account}:${'owner' in line ? line.owner : ''}`

/** 57P01 is Postgres ending a connection; the others are what its client says of it. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['57P01', 'ECONNRESET', 'EPIPE'].includes(String(error.code))) ||
    /connection (?:terminated|ended)|not queryable|timeout exceeded when trying to connect/i.test(error.message))

class Storm {
  readonly balances = new Map<string, number>()
  readonly report: LedgerStormReport
  transactions = 0
  private readonly url: string
  /** Nothing is asked to survive a power cut here, only cut connections. */
  constructor(url: string) {
    this.url = `${url}${url.includes('?') ? '&' : '?'}application_name=${NAME}&options=-c%20synchronous_commit%3Doff`
    const counts = { operations: 0, refused: 0, repeated: 0, forged: 0, cut: 0, batches: 0, took_ms: 0 }
    this.report = { ...counts, posted: {}, breaks: [] }
  }

  /** Posts until it is known what became of it. @returns the id, or null when it was refused */
  private async settle(db: Database, posting: Posting, random: Random): Promise<string | null> {
    for (;;) {
      try {
        const { id } = await db.transaction().execute(async (tx) => {
          const done = await postToLedger(tx, posting)
          // A crash between the movement and its commit.
          if (random() < 0.005) throw Object.assign(new Error('Cut by itself'), { code: 'ECONNRESET' })
          return done
        })
        return id
      } catch (error) {
        if (error instanceof AppError && error.code === 'insufficient_credits') return null
        if (!isCut(error)) throw error
        this.report.cut++
      }
    }
  }

  private async repeat(db: Database, posting: Posting, random: Random): Promise<void> {
    const forged = random() < 0.2
    const [first, second, ...rest] = posting.lines
    if (!first || !second) return
    const lines = forged
      ? [{ ...first, paise: first.paise - 1 }, { ...second, paise: second.paise + 1 }, ...rest]
      : posting.lines
    // One paisa more could be no movement at all, which is refused before it is asked.
    if (lines.some(({ paise }) => paise === 0)) return
    for (;;) {
      try {
        const { posted } = await db.transaction().execute((tx) => postToLedger(tx, { ...posting, lines }))
        if (forged) this.report.breaks.push(`${posting.key} was taken with other money`)
        else if (posted) this.report.breaks.push(`${posting.key} was posted twice`)
        this.report.repeated++
        return
      } catch (error) {
        if (isCut(error)) continue
        if (!forged || !(error instanceof Error && error.message.includes('stands for other money'))) throw error
        this.report.forged++
        return
      }
    }
  }

  async work(moves: LedgerMoves, operations: number, random: Random): Promise<void> {
    const pool = createPool(this.url, 1)
    const db = createDatabase(pool)
    const done: Posting[] = []
    try {
      for (let left = operations; left > 0; left--) {
        this.report.operations++
        const again = done[Math.floor(random() * done.length)]
        if (again && random() < 0.05) {
          await this.repeat(db, again, random)
          continue
        }
        const move = moves.next()
        const id = await this.settle(db, move.posting, random)
        if (id === null) {
          this.report.refused++
          continue
        }
        move.done(id)
        this.book(move.posting)
        done.push(move.posting)
        if (done.length > 200) done.shift()
      }
    } finally {
      await pool.end()
    }
  }

  private book({ lines, kind }: Posting): void {
    this.transactions++
    this.report.posted[kind] = (this.report.posted[kind] ?? 0) + 1
    for (const line of lines) this.balances.set(nameOf(line), (this.balances.get(nameOf(line)) ?? 0) + line.paise)
  }

  async look(pool: Pool, before: number): Promise<void> {
    const { breaks } = this.report
    const found = (broken: boolean, words: string) => broken && breaks.push(`batch ${this.report.batches}: ${words}`)
    const { rows } = await pool.query<{ name: string; paise: number; guarded: boolean }>(
      `select a.kind || ':' || coalesce(a.owner_id::text, '') as name, sum(b.paise)::float8 as paise, bool_or(b.guarded) as guarded
       from ledger_accounts a join ledger_balances b on b.account_id = a.id group by 1`,
    )
    const sums = await pool.query<{ entries: number; transactions: number }>(
      `select (select coalesce(sum(paise), 0)::float8 from ledger_entries) as entries,
        (select count(*)::int from ledger_transactions) as transactions`,
    )
    const [all] = sums.rows
    found(all?.entries !== 0, `the entries sum to ${all?.entries}`)
    found(rows.reduce((sum, { paise }) => sum + paise, 0) !== 0, 'the balances do not sum to 0')
    found(
      (all?.transactions ?? 0) - before !== this.transactions,
      `${all?.transactions} transactions, not ${this.transactions}`,
    )
    for (const { name, paise, guarded } of rows) {
      found(guarded && paise < 0, `${name} is below zero`)
      found(paise !== (this.balances.get(name) ?? 0), `${name} holds ${paise}, not ${this.balances.get(name) ?? 0}`)
    }
    const drift = await findDrift(createDatabase(pool))
    found(drift.length > 0, `${drift.length} accounts drift`)
    this.report.batches++
  }
}

/** Fewest operations between two cuts. Without it nothing would finish where reconnecting takes as long as the time between two cuts. */
const BETWEEN_CUTS = 20

/** Cuts the connection of a worker now and then, wherever it is. @returns stops it */
function cutter(pool: Pool, every_ms: number, operations: () => number): () => Promise<void> {
  const stopped = new AbortController()
  const running = (async () => {
    let last = operations()
    while (!stopped.signal.aborted) {
      await sleep(every_ms, null, { signal: stopped.signal }).catch(() => null)
      if (stopped.signal.aborted) return
      if (operations() - last < BETWEEN_CUTS) continue
      last = operations()
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = '${NAME}' order by random() limit 1`,
      )
    }
  })()
  return async () => {
    stopped.abort()
    await running
  }
}

/** The database must be new: what stands in it is compared with what the storm did. */
export async function runLedgerStorm(
  { pool, url }: { pool: Pool; url: string },
  options: LedgerStormOptions,
): Promise<LedgerStormReport> {
  const { operations, batch, workers, seed, log = () => {} } = options
  const storm = new Storm(url)
  const began = performance.now()
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from ledger_transactions')
  const hands = Array.from({ length: workers }, (_, number) => {
    const random = seeded(seed + number)
    return { random, moves: ledgerMoves({ ...options, name: `${seed}.${number}`, random }) }
  })
  while (storm.report.operations < operations && storm.report.breaks.length === 0) {
    const share = Math.ceil(Math.min(batch, operations - storm.report.operations) / workers)
    const stop = cutter(pool, options.cut_every_ms, () => storm.report.operations)
    await Promise.all(hands.map(({ moves, random }) => storm.work(moves, share, random))).finally(stop)
    await storm.look(pool, rows[0]?.count ?? 0)
    log(`${storm.report.operations} operations, ${storm.report.cut} cut, ${storm.report.breaks.length} breaks`)
  }
  storm.report.took_ms = Math.round(performance.now() - began)
  return storm.report
}
