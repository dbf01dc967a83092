/** The SQL of what pieces keep between runs. */
import { sql } from 'kysely'
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'

export interface ValueAt {
  owner: UserId
  plugin: string
  /** Of one workflow its id, otherwise empty. */
  scope: string
  key: string
}

/** A person's values of one plugin. */
export const MOST_VALUES = 1000

export async function findValue(db: Queryable, { owner, plugin, scope, key }: ValueAt): Promise<Json> {
  const { rows } = await sql<{ value: Json }>`
    select value from piece_values
    where owner_id = ${owner} and plugin = ${plugin} and scope = ${scope} and key = ${key}`.execute(db)
  return rows[0]?.value ?? null
}

/** @returns false when there are too many already */
export async function putValue(db: Queryable, { owner, plugin, scope, key }: ValueAt, value: Json): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into piece_values (owner_id, plugin, scope, key, value)
    select ${owner}, ${plugin}, ${scope}, ${key}, ${toStorableJson(JSON.stringify(value))}::jsonb
    where (select count(*) from piece_values where owner_id = ${owner} and plugin = ${plugin}) < ${MOST_VALUES}
      or exists (select from piece_values where owner_id = ${owner} and plugin = ${plugin} and scope = ${scope} and key = ${key})
    on conflict (owner_id, plugin, scope, key) do update set value = excluded.value, changed_at = now()`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteValue(db: Queryable, { owner, plugin, scope, key }: ValueAt): Promise<void> {
  await sql`
    delete from piece_values where owner_id = ${owner} and plugin = ${plugin} and scope = ${scope} and key = ${key}`.execute(
    db,
  )
}

/** The workflow of a run; null for one that is gone. */
export async function findWorkflowOf(db: Queryable, execution: string): Promise<string | null> {
  const { rows } = await sql<{ workflow_id: string | null }>`
    select workflow_id from executions where id = ${execution}::uuid`.execute(db)
  return rows[0]?.workflow_id ?? null
}
