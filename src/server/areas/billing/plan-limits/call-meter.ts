/**
 * Counts API key calls against the plan of their user. Calls that arrive while a count of the same user is in progress
 * are counted together: exact at the limit, and at most one statement per user at a time, however many calls arrive.
 */
import { FREE_LIMITS } from '#contract/billing/plans.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { takeCalls } from './plan-limits.store.ts'
import { callLimitError, startOfMonth } from './plan-limits.ts'

interface Waiting {
  let(): void
  refuse(error: unknown): void
}

export function createCallMeter(db: Queryable, clock: () => Date = () => new Date()): CallMeter {
  const queues = new Map<UserId, Waiting[]>()

  async function count(user: UserId, together: readonly Waiting[]): Promise<void> {
    const now = clock()
    try {
      const asked = { wanted: together.length, month: startOfMonth(now), now, free: FREE_LIMITS.api_calls }
      const { taken, limit } = await takeCalls(db, user, asked)
      for (const one of together.slice(0, taken)) one.let()
      for (const one of together.slice(taken)) one.refuse(callLimitError(limit ?? 0, now))
    } catch (error) {
      for (const one of together) one.refuse(error)
    }
  }

  async function work(user: UserId, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await count(user, queue.splice(0))
    queues.delete(user)
  }

  return {
    take: (user) =>
      new Promise((done, refuse) => {
        const waiting: Waiting = { let: done, refuse }
        const queue = queues.get(user)
        if (queue) queue.push(waiting)
        else {
          const fresh = [waiting]
          queues.set(user, fresh)
          void work(user, fresh)
        }
      }),
  }
}
