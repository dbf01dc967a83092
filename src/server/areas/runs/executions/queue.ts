/** The queue as people see it: their place in it, and as a whole for who runs the installation. */

import type { ExecutionId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { PRIORITIES } from '#contract/runs/execution-states.ts'
import type { QueuePlace, QueueState } from '#contract/runs/run-details.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countUnderWay, findDepth, findPlace, findWorkers } from './queue.store.ts'

/**
 * Position of a queued execution in its owner's queue, and its estimated waiting time: the runs before it, divided by
 * the owner's concurrency, each as long as the last runs of this workflow took.
 */
export async function findQueuePlace(db: Queryable, id: ExecutionId): Promise<QueuePlace | null> {
  const row = await findPlace(db, id)
  if (row === null) return null
  const { ahead, takes_ms, workers } = row
  const turns = Math.ceil((ahead + 1) / (SERVER_LIMITS.queue_per_owner * Math.max(1, workers)))
  return {
    place: ahead + 1,
    waited_ms: Math.max(0, Math.round(row.waited_ms)),
    about_ms: takes_ms === null || workers === 0 ? null : Math.round(takes_ms * turns),
    workers,
  }
}

/** For those who look after the installation; who may ask is decided by its callers. */
export async function getQueue(db: Queryable): Promise<QueueState> {
  const [depth, underWay, workers] = await Promise.all([findDepth(db), countUnderWay(db), findWorkers(db)])
  return {
    depth: PRIORITIES.toReversed().map((priority) => {
      const row = depth.find((one) => one.priority === priority)
      return { priority, queued: row?.queued ?? 0, oldest_ms: Math.max(0, Math.round(row?.oldest_ms ?? 0)) }
    }),
    ...underWay,
    workers: workers.map(({ started_at, ...worker }) => ({ ...worker, since: started_at.toISOString() })),
  }
}
