/** Working through many things of the gateway, where one that fails must not keep the others from their turn. */
import { isOutage } from '#server/platform/database/outage.ts'
import { isUnreachable, type Paying } from './payment-context.ts'

/** So many in a row that get no answer mean that the gateway is away, not that one of them is bad. */
const AWAY_AFTER = 3

export type Attempt = <Result>(id: string, work: () => Promise<Result>) => Promise<Result | null>

/**
 * @returns does one thing after the other; null for one that failed, which the log tells. It throws what would fail for all of them: the
 *   database is away, or the gateway
 */
export function createAttempts({ log }: Pick<Paying, 'log'>): Attempt {
  let unanswered = 0
  return async (id, work) => {
    try {
      const result = await work()
      unanswered = 0
      return result
    } catch (err) {
      unanswered = isUnreachable(err) ? unanswered + 1 : 0
      if (isOutage(err) || unanswered >= AWAY_AFTER) throw err
      log.warn({ err, id }, 'what the payment gateway knows could not be taken over')
      return null
    }
  }
}
