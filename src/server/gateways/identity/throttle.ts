/**
 * Rate limiting in the database (database/attempts.ts), counted before each attempt is made.
 *
 * Thousands of guesses at one account must not wait for its row on the connections that other users sign in with:
 * attempts on one bucket are queued in this process, and a full bucket is cached until its window ends.
 */
import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError } from '#contract/core/errors.ts'
import { COUNT_ATTEMPT, type Count, FORGIVE_ATTEMPT, SWEEP_ATTEMPTS } from '#server/platform/database/attempts.ts'

export interface Bucket {
  /** What is counted, for instance `sign-in account`. */
  name: string
  /** Whom or what it counts for. Stored only as a keyed hash. */
  subject: string
  max: number
  window_s: number
}

export interface Throttle {
  /** @throws too_many_requests when one of the buckets is full */
  attempt(buckets: readonly Bucket[]): Promise<void>
  /** The attempt was a success: it does not count. */
  forgive(buckets: readonly Bucket[]): Promise<void>
}

/** §8: the text for too many sign-ins. */
const TOO_MANY = 'Too many failed attempts. Please try again later.'

/** How many attempts pass between two sweeps of ended windows. */
const SWEEP_EVERY = 500
/** Full buckets remembered at a time, in one process. */
const MOST_FULL = 50_000

export function createThrottle(pool: Pool, secret: string, now: () => number = Date.now): Throttle {
  const keyOf = (bucket: Bucket) =>
    createHmac('sha256', secret).update(`${bucket.name}\n${bucket.subject}`).digest('base64url').slice(0, 32)
  let attempts = 0
  const full = new Map<string, number>()
  const refuse = (wait_ms: number): never => {
    throw new AppError('too_many_requests', { message: TOO_MANY, retryAfter: Math.max(1, Math.ceil(wait_ms / 1000)) })
  }
  const refuseKnown = (keys: Iterable<string>) => {
    for (const key of keys) {
      const until = full.get(key)
      if (until !== undefined && until > now()) refuse(until - now())
    }
  }
  /** The last attempt on each bucket; who comes next waits for it. Nobody waits for a later one, so no two wait for each other. */
  const lines = new Map<string, Promise<unknown>>()
  async function inLine(keys: readonly string[], work: () => Promise<void>): Promise<void> {
    const before = keys.map((key) => lines.get(key))
    const mine = Promise.allSettled(before).then(work)
    for (const key of keys) lines.set(key, mine)
    try {
      await mine
    } finally {
      for (const key of keys) if (lines.get(key) === mine) lines.delete(key)
    }
  }
  const remember = (key: string, until: number) => {
    if (full.size >= MOST_FULL) full.clear()
    full.set(key, until)
  }
  return {
    async attempt(buckets) {
      const max = new Map(buckets.map((bucket) => [keyOf(bucket), bucket.max]))
      const keys = [...max.keys()]
      refuseKnown(keys)
      await inLine(keys, async () => {
        refuseKnown(keys)
        const { rows } = await pool.query<Count>(COUNT_ATTEMPT, [keys, buckets.map((bucket) => bucket.window_s)])
        attempts += 1
        if (attempts % SWEEP_EVERY === 0) await pool.query(SWEEP_ATTEMPTS)
        const over = rows.filter((row) => row.count > (max.get(row.key) ?? 0))
        for (const { key, wait_s } of over) remember(key, now() + wait_s * 1000)
        if (over.length > 0) refuse(1000 * Math.max(...over.map((row) => row.wait_s)))
      })
    },
    async forgive(buckets) {
      await pool.query(FORGIVE_ATTEMPT, [buckets.map(keyOf)])
    },
  }
}
