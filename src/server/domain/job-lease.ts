/**
 * A job that one process at a time does. The lease is a row, not a lock: a lock would keep a connection and a transaction for as long as
 * the job waits for an outside service.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

/** A process that dies leaves its jobs to others after this. */
const LEASE_S = 60
const EXTEND_EVERY_MS = 15_000

/** @returns false while another process has it */
async function takeLease(db: Queryable, job: string, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into job_leases as l (job, holder, taken_until) values (${job}, ${holder}, now() + make_interval(secs => ${LEASE_S}))
    on conflict (job) do update set holder = excluded.holder, taken_until = excluded.taken_until
      where l.taken_until < now()`.execute(db)
  return numAffectedRows === 1n
}

/** @returns false when another process took it meanwhile */
async function extendLease(db: Queryable, job: string, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_leases set taken_until = now() + make_interval(secs => ${LEASE_S})
    where job = ${job} and holder = ${holder}`.execute(db)
  return numAffectedRows === 1n
}

async function endLease(db: Queryable, job: string, holder: string): Promise<void> {
  await sql`delete from job_leases where job = ${job} and holder = ${holder}`.execute(db)
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
