/** The SQL of leases of jobs. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** A process that dies leaves its jobs to others after this. */
const LEASE_S = 60

/** @returns false while another process has it */
export async function takeLease(db: Queryable, job: string, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into job_leases as l (job, holder, taken_until) values (${job}, ${holder}, now() + make_interval(secs => ${LEASE_S}))
    on conflict (job) do update set holder = excluded.holder, taken_until = excluded.taken_until
      where l.taken_until < now()`.execute(db)
  return numAffectedRows === 1n
}

/** @returns false when another process took it meanwhile */
export async function extendLease(db: Queryable, job: string, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_leases set taken_until = now() + make_interval(secs => ${LEASE_S})
    where job = ${job} and holder = ${holder}`.execute(db)
  return numAffectedRows === 1n
}

export async function endLease(db: Queryable, job: string, holder: string): Promise<void> {
  await sql`delete from job_leases where job = ${job} and holder = ${holder}`.execute(db)
}

/** @returns false while another process has it, and until the next turn is due */
export async function takeTurn(db: Queryable, job: string, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into job_leases as l (job, holder, taken_until) values (${job}, ${holder}, now() + make_interval(secs => ${LEASE_S}))
    on conflict (job) do update set holder = excluded.holder, taken_until = excluded.taken_until
      where l.taken_until < now() and l.due_at <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** @param due_ms from now until the next turn; one that is late already is due at once */
export async function endTurn(db: Queryable, job: string, holder: string, due_ms: number): Promise<void> {
  await sql`
    update job_leases set taken_until = now() - interval '1 ms', turns = turns + 1, due_at = now() + make_interval(secs => ${due_ms / 1000})
    where job = ${job} and holder = ${holder}`.execute(db)
}
