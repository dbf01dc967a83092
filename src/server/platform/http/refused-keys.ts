/**
 * Who guesses API keys is held off before each guess costs a look into the database. Counted in this process, per address; the
 * machine itself is exempt, as with all requests. Signed-in people of the same address are not touched: their tokens are no keys.
 */
import { AppError } from '#contract/core/errors.ts'
import { isLoopback } from './session.ts'

const WINDOW_MS = 60_000
const MOST_ADDRESSES = 20_000

export interface RefusedKeys {
  /** @throws AppError too_many_requests */
  check(address: string): void
  note(address: string): void
}

export function countRefusedKeys(perMinute: number, now: () => number = Date.now): RefusedKeys {
  let began = now()
  const refused = new Map<string, number>()
  const turn = () => {
    if (now() - began < WINDOW_MS && refused.size < MOST_ADDRESSES) return
    began = now()
    refused.clear()
  }
  return {
    check(address) {
      turn()
      if ((refused.get(address) ?? 0) < perMinute) return
      throw new AppError('too_many_requests', { retryAfter: Math.ceil((began + WINDOW_MS - now()) / 1000) })
    },
    note(address) {
      if (!isLoopback(address)) refused.set(address, (refused.get(address) ?? 0) + 1)
    },
  }
}
