/** The SQL of what an address has seen: callers' keys and signatures, as hashes, for a time. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

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

/** A first request that was interrupted is accepted again after this long. */
const ABANDONED_S = 60

export type Claim = { first: true } | { first: false; execution_id: string | null }

/** Takes a caller's key for a day. @returns who has it: this request, or the run of an earlier one (null while it is being started) */
export async function claimKey(db: Queryable, trigger: string, key: string): Promise<Claim> {
  const id = hash('same', key)
  for (;;) {
    const row = await claim(db, trigger, id)
    if (row) return row.mine ? { first: true } : { first: false, execution_id: row.execution_id }
  }
}

interface ClaimRow {
  mine: boolean
  execution_id: string | null
}

/** @returns undefined when another request took the key after this statement began: it waited for that one, and cannot see its row */
async function claim(db: Queryable, trigger: string, id: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    with taken as (
      insert into trigger_keys as k (trigger_id, key, expires_at) values (${trigger}, ${id}, now() + interval '1 day')
      on conflict (trigger_id, key) do update set execution_id = null, expires_at = excluded.expires_at
        where k.expires_at <= now()
          or (k.execution_id is null and k.expires_at <= now() + interval '1 day' - make_interval(secs => ${ABANDONED_S}))
      returning true as mine, null::uuid as execution_id
    )
    select * from taken union all
    select false, execution_id from trigger_keys where trigger_id = ${trigger} and key = ${id} and not exists (select 1 from taken)
    limit 1`.execute(db)
  return rows[0]
}

export async function keepRun(db: Queryable, trigger: string, key: string, execution_id: string): Promise<void> {
  await sql`update trigger_keys set execution_id = ${execution_id}
    where trigger_id = ${trigger} and key = ${hash('same', key)}`.execute(db)
}

/** The run did not come about: the same request may try again. */
export async function releaseKey(db: Queryable, trigger: string, key: string): Promise<void> {
  await sql`delete from trigger_keys where trigger_id = ${trigger} and key = ${hash('same', key)} and execution_id is null`.execute(
    db,
  )
}

export async function forgetExpired(db: Queryable): Promise<void> {
  await sql`delete from trigger_keys where expires_at < now()`.execute(db)
}
