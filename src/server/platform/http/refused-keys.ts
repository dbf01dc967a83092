/**
 * Who guesses API keys is held off before each guess costs a look into the database. Refused keys are counted in the database, per
 * network and for all processes together; that a network is held off is remembered in each process from its next refused key on. The
 * machine itself is exempt, as with all requests. Signed-in people of the same network are not touched: their tokens are no keys.
 */
import { AppError } from '#contract/core/errors.ts'
import { networkOf } from '#server/gateways/network.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countAttempt } from '#server/platform/rate-limits/rate-limits.ts'
import { isLoopback } from './session.ts'

const WINDOW_S = 60
const MOST_NETWORKS = 20_000

export interface RefusedKeys {
  /** @throws AppError too_many_requests */
  check(address: string): void
  /** Counts a refused key. @throws AppError too_many_requests when there were too many before it, at any process */
  note(address: string): Promise<void>
}

export function countRefusedKeys(db: Queryable, perMinute: number, now: () => number = Date.now): RefusedKeys {
  /** Until when, in ms. */
  const heldOff = new Map<string, number>()
  const makeRoom = () => {
    if (heldOff.size < MOST_NETWORKS) return
    for (const [network, until] of heldOff) if (until <= now()) heldOff.delete(network)
    if (heldOff.size >= MOST_NETWORKS) heldOff.clear()
  }
  const check = (address: string) => {
    const left = (heldOff.get(networkOf(address)) ?? 0) - now()
    if (left > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(left / 1000) })
  }
  return {
    check,
    async note(address) {
      if (isLoopback(address)) return
      const subject = networkOf(address)
      const { count, wait_s } = await countAttempt(db, { name: 'refused_keys', subject }, WINDOW_S)
      if (count < perMinute) return
      makeRoom()
      heldOff.set(subject, now() + Math.max(1, wait_s) * 1000)
      if (count > perMinute) check(address)
    },
  }
}
