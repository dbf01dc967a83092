/** How often a person may write to the operator, per hour. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { Count } from '#server/platform/database/attempts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countAttempts } from './rate-limits.store.ts'

const WINDOW_S = 3600

/** Who writes: an account, or a visitor's address. */
export interface Sender {
  key: string
  /** Behind a proxy that does not say who asks, all visitors are one. */
  shared: boolean
}
/** How many times more often than one person a crowd may. */
const CROWD = 12

export interface RateLimit {
  /** What is counted, such as `contact`. */
  name: string
  /** For whom. Stored as a hash only. */
  subject: string
  /** Times an hour. */
  max: number
}

export const rateLimitFor = (name: string, { key, shared }: Sender, max: number): RateLimit => ({
  name,
  subject: key,
  max: shared ? max * CROWD : max,
})

const keyOf = ({ name, subject }: Pick<RateLimit, 'name' | 'subject'>) =>
  createHash('sha256').update(`${name}\n${subject.toLowerCase()}`).digest('base64url').slice(0, 32)

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * Takes one turn of each allowance.
 * @param done what the sender is told to have done too often
 * @throws AppError too_many_requests with the seconds to wait when one of them is used up
 */
export async function enforceRateLimit(
  db: Queryable,
  limits: readonly RateLimit[],
  done = 'You have sent several messages already',
): Promise<void> {
  const most = new Map(limits.map((one) => [keyOf(one), one.max]))
  const counts = await countAttempts(db, [...most.keys()], WINDOW_S)
  const waits = counts.filter(({ key, count }) => count > (most.get(key) ?? 0)).map(({ wait_s }) => Math.max(1, wait_s))
  if (waits.length === 0) return
  const retryAfter = Math.max(...waits)
  throw new AppError('too_many_requests', {
    message: `${done}. Please try again in ${inWords(retryAfter)}.`,
    retryAfter,
  })
}

/**
 * Counts one attempt, without refusing it.
 * @returns how many there are in this window, and the seconds until it ends
 */
export async function countAttempt(
  db: Queryable,
  attempt: Pick<RateLimit, 'name' | 'subject'>,
  window_s: number,
): Promise<Pick<Count, 'count' | 'wait_s'>> {
  const [counted] = await countAttempts(db, [keyOf(attempt)], window_s)
  if (!counted) throw new Error('Counting an attempt returned no row')
  return counted
}
