/**
 * A job that one process at a time does. The lease is a row, not a lock: a lock would keep a connection and a transaction for as long as
 * the job waits for an outside service.
 */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/platform/database/database.ts'
import { endLease, extendLease, takeLease } from './job-lease.store.ts'

/** A lease lasts for a minute. */
const EXTEND_EVERY_MS = 15_000

/**
 * Does the job unless another process is at it. The lease is extended while the job lasts. It can still be lost, when this process is
 * frozen or the database is away for longer: `isOurs` says so, and what the job writes must bear being done twice.
 */
export async function withLease(
  db: Queryable,
  job: string,
  work: (isOurs: () => boolean) => Promise<void>,
): Promise<void> {
  const holder = randomUUID()
  if (!(await takeLease(db, job, holder))) return
  let ours = true
  const extend = async () => {
    // A failure says nothing about the lease: the next time is soon enough.
    ours = await extendLease(db, job, holder).catch(() => ours)
  }
  const timer = setInterval(() => void extend(), EXTEND_EVERY_MS)
  try {
    await work(() => ours)
  } finally {
    clearInterval(timer)
    // Where this cannot be written the lease expires.
    await endLease(db, job, holder).catch(() => {})
  }
}
