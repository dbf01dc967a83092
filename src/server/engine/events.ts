/**
 * The events of an execution as a person follows them: its rows in the order of their `seq`, from any process, from where a
 * reader left off; in between what is live only. Ends with the execution, whose `end` has the seq after its last row.
 */

import { jsonAsWritten } from '#contract/core/json-text.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { ExecutionEvent, ModelUsage } from '#contract/runs/executions.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import { Bell } from '#server/platform/bell.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { type EventRow, readEventRows, readState } from './events-sql.ts'
import { findLastSeq } from './store.ts'
import type { LiveEvent, Watch } from './watch.ts'

/** Without any message the rows are looked at again after this long. */
const POLL_MS = 1_000
/** Rows of a busy run are read at most this often. */
const PACE_MS = 50
/** Of outputs that are read at a time: the next ones when the reader has taken these. */
const PAGE_BYTES = 2_000_000
/** Live events that wait for a reader. */
const MOST_LIVE = 200

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const nodeEvent = (row: EventRow): ExecutionEvent => ({
  type: 'node',
  seq: row.seq,
  node_id: row.node_id,
  iteration: row.iteration,
  status: row.status,
  attempts: row.attempts ?? 1,
  port: row.port ?? (row.status === 'succeeded' ? 'out' : null),
  output: jsonAsWritten(row.output),
  // A large one is fetched separately: it is not sent to all followers.
  stored: row.stored !== null,
  origin: row.origin,
  usage: (row.usage ?? []) as ModelUsage[],
  error: row.error,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
})

/**
 * Waits for messages without losing one that comes in between. Of what is live only, a reader who is slow gets the newest: what happened
 * is in the rows.
 */
class Mailbox {
  #events: LiveEvent[] = []
  #changed = false
  readonly #bell = new Bell()

  put(event: LiveEvent | null): void {
    if (event) this.#events.push(event)
    else this.#changed = true
    if (this.#events.length > MOST_LIVE) this.#events.shift()
    this.#bell.ring()
  }

  take(): { events: LiveEvent[]; changed: boolean } {
    const taken = { events: this.#events, changed: this.#changed }
    this.#events = []
    this.#changed = false
    return taken
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#events.length === 0 && !this.#changed) await this.#bell.wait(ms, signal)
  }
}

/** Ends when the execution does, when it is not there, or when `signal` aborts. */
export async function* followExecution(
  { pool, watch, outputs }: { pool: Pool; watch: Watch; outputs: Outputs | null },
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ExecutionEvent> {
  const mailbox = new Mailbox()
  const unfollow = watch.follow(id, (event) => mailbox.put(event))
  let seen = after
  let status: string | undefined
  try {
    while (!signal.aborted) {
      // The status first: rows that were committed before an end are then read with it.
      const execution = await readState(pool, id, outputs)
      if (!execution) return
      for (let more = true; more && !signal.aborted; ) {
        const page = await readEventRows(pool, id, { after: seen, bytes: PAGE_BYTES })
        more = page.more
        for (const row of page.rows) {
          seen = row.seq
          yield nodeEvent(row)
        }
      }
      if (signal.aborted) return
      if (isFinal(execution.status)) {
        const seq = (await findLastSeq(pool, id)) + 1
        yield {
          type: 'end',
          seq,
          status: execution.status,
          output: jsonAsWritten(execution.output),
          error: execution.error,
        }
        return
      }
      if (execution.status !== status) {
        status = execution.status
        yield { type: 'status', seq: null, status: execution.status }
      }
      // Rows wait for their next turn; what is live only does not.
      const readAgainAt = Date.now() + PACE_MS
      for (let changed = false; !signal.aborted; ) {
        const waitedFrom = Date.now()
        if (changed && waitedFrom >= readAgainAt) break
        await mailbox.wait(changed ? readAgainAt - waitedFrom : POLL_MS, signal)
        const taken = mailbox.take()
        yield* taken.events
        changed ||= taken.changed || Date.now() - waitedFrom >= POLL_MS
      }
    }
  } finally {
    unfollow()
  }
}
