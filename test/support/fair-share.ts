/** One owner queues very much, another a little: how long the little takes, alone and beside the much. */
import { output } from '#nodes/node.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { createOwner, createTestEngine, node, until, wires, workflow } from './engine.ts'

export interface FairShareOptions {
  /** What the busy owner queues first. */
  backlog: number
  /** What the other one starts then. */
  runs: number
  /** How long each run takes. */
  work_ms: number
  /** The part of the places that one owner may take. */
  share: number
}

export interface FairShareResult {
  /** From the start of the last of the few to the end of all of them, in ms. */
  alone_ms: number
  beside_ms: number
  /** What the share allows it to take: the same work on the places that the other cannot take. */
  allowed_ms: number
  /** The most places the busy owner had at once, and may have. */
  most: number
  may_have: number
  /** How many runs of the backlog began after the few were queued and before the last of them began. */
  overtaken: number
  /** How much of the backlog was left when the few had ended. */
  left: number
}

/** The queue is looked at this often, by each of its two lanes; a run is not quicker than that. */
const SLACK_MS = 1_000
const PLACES = 50

export async function measureFairShare(
  database: { pool: Pool; url: string },
  { backlog, runs, work_ms, share }: FairShareOptions,
): Promise<FairShareResult> {
  const { pool } = database
  const [busy, other] = [await createOwner(pool), await createOwner(pool)]
  let held = 0
  let most = 0
  let overtaken = 0
  const order: string[] = []
  const work = async (owner: string) => {
    order.push(owner)
    if (owner === busy) most = Math.max(most, ++held)
    await new Promise((resolve) => setTimeout(resolve, work_ms))
    if (owner === busy) held--
    return output('done')
  }
  await using test = await createTestEngine(database, {
    ownerShare: share,
    behaviours: { work: (ctx) => work('user_id' in ctx.run.owner ? ctx.run.owner.user_id : '') },
  })
  const request = await test.publish(
    workflow([node('start', 'manual_trigger'), node('work', 'effect', { does: 'work' })], wires('start > work')),
  )
  const start = (owner: string) => test.engine.start(request(null, { owner: { user_id: owner }, mode: 'later' }))
  const few = async (): Promise<number> => {
    const began = performance.now()
    const started = await Promise.all(Array.from({ length: runs }, () => start(other)))
    const ids = started.map(({ execution_id }) => execution_id)
    const queued = order.length
    await until(async () => (await countLeft(pool, ids)) === 0, 600_000)
    overtaken = order.slice(queued, order.lastIndexOf(other)).filter((owner) => owner === busy).length
    return performance.now() - began
  }
  // The first runs of a process are slower than any after them.
  await few()
  const alone_ms = await few()
  for (let left = backlog; left > 0; left -= 50)
    await Promise.all(Array.from({ length: Math.min(50, left) }, () => start(busy)))
  const beside_ms = await few()
  const left = await pool.query<{ left: number }>(
    `select count(*)::int as left from executions where owner_id = $1 and status = 'queued'`,
    [busy],
  )
  return {
    alone_ms,
    beside_ms,
    allowed_ms: alone_ms / (1 - share) + SLACK_MS,
    most,
    may_have: Math.floor(PLACES * share),
    overtaken,
    left: left.rows[0]?.left ?? 0,
  }
}

async function countLeft(pool: Pool, ids: readonly string[]): Promise<number> {
  const found = await pool.query<{ left: number }>(
    `select count(*)::int as left from executions where id = any($1) and finished_at is null`,
    [ids],
  )
  return found.rows[0]?.left ?? 0
}
