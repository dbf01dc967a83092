/**
 * A job that one process at a time does. The lease is a row, not a lock: a lock would keep a connection and a transaction for as long as
 * the job waits for an outside service.
 */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/platform/database/database.ts'
import { SECOND_MS } from '#shared/time.ts'
import { endLease, endTurn, extendLease, takeLease, takeTurn } from './job-lease.store.ts'

/** A lease lasts for a minute. */
const EXTEND_EVERY_MS = 15_000

/** Extends a lease for as long as the work lasts. */
async function whileHeld(
  db: Queryable,
  { job, holder }: { job: string; holder: string },
  work: (isOurs: () => boolean) => Promise<unknown>,
  onLost: () => void = () => {},
): Promise<void> {
  let ours = true
  const extend = async () => {
    // A failure says nothing about the lease: the next time is soon enough.
    ours = await extendLease(db, job, holder).catch(() => ours)
    if (!ours) onLost()
  }
  const timer = setInterval(() => void extend(), EXTEND_EVERY_MS)
  try {
    await work(() => ours)
  } finally {
    clearInterval(timer)
  }
}

/**
 * Does the job unless another process is at it. The lease is extended while the job lasts. It can still be lost, when this process is
 * frozen or the database is away for longer: `isOurs` says so, and what the job writes must bear being done twice.
 */
export async function withLease(
  db: Queryable,
  job: string,
  work: (isOurs: () => boolean) => Promise<void>,
): Promise<void> {
  const lease = { job, holder: randomUUID() }
  if (!(await takeLease(db, job, lease.holder))) return
  try {
    await whileHeld(db, lease, work)
  } finally {
    // Where this cannot be written the lease expires.
    await endLease(db, job, lease.holder).catch(() => {})
  }
}

/** Timers of two processes are never exactly a period apart: a turn may begin so much earlier. */
const EARLY_MS = 5 * SECOND_MS
const EARLY_SHARE = 0.1

/**
 * Does the turn of a period unless another process does it or has done it. Whichever process asks first gets the next one, so that when one
 * dies between two turns another one does the next, and when it dies in the middle of one, a minute later. The signal is also aborted
 * when the lease is lost. A turn that fails is over as well.
 */
export async function inTurn(
  db: Queryable,
  { job, every_ms, signal }: { job: string; every_ms: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const lease = { job, holder: randomUUID() }
  if (!(await takeTurn(db, job, lease.holder))) return
  const began = performance.now()
  const lost = new AbortController()
  try {
    await whileHeld(
      db,
      lease,
      () => work(AbortSignal.any([signal, lost.signal])),
      () => lost.abort('another process has this job now'),
    )
  } finally {
    const due_ms = every_ms - Math.min(EARLY_MS, every_ms * EARLY_SHARE) - (performance.now() - began)
    await endTurn(db, job, lease.holder, due_ms).catch(() => {})
  }
}
