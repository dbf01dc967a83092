/** The SQL of what an address has seen: callers' keys and signatures, as hashes, for a time. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { executionExists } from '#server/areas/runs/executions/executions.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'

const hash = (kind: 'same' | 'signed', key: string): string =>
  createHash('sha256').update(`${kind}:${key}`).digest('base64url')

/** @returns whether this is the first time */
export async function noteSignature(
  db: Queryable,
  trigger: string,
  signature: string,
  for_s: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trigger_keys as k (trigger_id, key, expires_at)
    values (${trigger}, ${hash('signed', signature)}, now() + make_interval(secs => ${for_s}))
    on conflict (trigger_id, key) do update set expires_at = excluded.expires_at where k.expires_at <= now()`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** A first request that was interrupted is accepted again after this long, unless its run is there. */
const ABANDONED_S = 60
/** Its run is sent to the database within this time or not at all. The rest is for the database to answer. */
const START_WITHIN_MS = (ABANDONED_S / 2) * 1000

export type Claim =
  | {
      first: true
      /** The id that its run must have, and by when it must be started. */
      run: { execution_id: string; start_by: number }
    }
  | { first: false; execution_id: string | null }

/**
 * Takes a caller's key for a day.
 * @returns who has it: this request, or the run of an earlier one (null while it is being started)
 */
export async function claimKey(db: Queryable, trigger: string, key: string): Promise<Claim> {
  const id = hash('same', key)
  const runOf = (claimed: string) => uuidOf(['run of a key', trigger, id, claimed])
  for (;;) {
    const start_by = Date.now() + START_WITHIN_MS
    const row = await claim(db, trigger, id)
    if (!row) continue
    if (row.mine) return { first: true, run: { execution_id: runOf(row.claimed), start_by } }
    if (row.execution_id !== null) return { first: false, execution_id: row.execution_id }
    const run = runOf(row.claimed)
    if (await executionExists(db, run)) {
      await keepRun(db, trigger, key, run)
      return { first: false, execution_id: run }
    }
    if (!row.abandoned) return { first: false, execution_id: null }
    const again = await claimAbandoned(db, trigger, id, row.claimed)
    if (again !== null) return { first: true, run: { execution_id: runOf(again), start_by } }
  }
}

interface ClaimRow {
  mine: boolean
  execution_id: string | null
  /** When it was claimed: tells one claim of a key from the next. */
  claimed: string
  /** Without a run, and too old to be still under way. */
  abandoned: boolean
}

const CLAIMED = sql<string>`extract(epoch from expires_at)::text`

/** @returns undefined when another request took the key after this statement began: it waited for that one, and cannot see its row */
async function claim(db: Queryable, trigger: string, id: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    with taken as (
      insert into trigger_keys as k (trigger_id, key, expires_at) values (${trigger}, ${id}, now() + interval '1 day')
      on conflict (trigger_id, key) do update set execution_id = null, expires_at = excluded.expires_at
        where k.expires_at <= now()
      returning true as mine, null::uuid as execution_id, ${CLAIMED} as claimed, false as abandoned
    )
    select * from taken union all
    select false, execution_id, ${CLAIMED}, expires_at <= now() + interval '1 day' - make_interval(secs => ${ABANDONED_S})
    from trigger_keys where trigger_id = ${trigger} and key = ${id} and not exists (select 1 from taken)
    limit 1`.execute(db)
  return rows[0]
}

/** @returns null when another request was faster */
async function claimAbandoned(db: Queryable, trigger: string, id: string, claimed: string): Promise<string | null> {
  const { rows } = await sql<{ claimed: string }>`
    update trigger_keys set expires_at = now() + interval '1 day'
    where trigger_id = ${trigger} and key = ${id} and execution_id is null and ${CLAIMED} = ${claimed}
    returning ${CLAIMED} as claimed`.execute(db)
  return rows[0]?.claimed ?? null
}

export async function keepRun(db: Queryable, trigger: string, key: string, execution_id: string): Promise<void> {
  await sql`update trigger_keys set execution_id = ${execution_id}
    where trigger_id = ${trigger} and key = ${hash('same', key)}`.execute(db)
}

/** The run was refused, so that it cannot come about any more: the same request may try again at once. */
export async function releaseKey(db: Queryable, trigger: string, key: string): Promise<void> {
  await sql`delete from trigger_keys where trigger_id = ${trigger} and key = ${hash('same', key)} and execution_id is null`.execute(
    db,
  )
}

export async function forgetExpired(db: Queryable): Promise<void> {
  await sql`delete from trigger_keys where expires_at < now()`.execute(db)
}
