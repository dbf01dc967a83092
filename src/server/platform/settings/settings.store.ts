/** The SQL of the settings. */
import { sql } from 'kysely'
import type { SettingName } from '#contract/admin/setting-schemas.ts'
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface StoredSetting {
  name: string
  value: Json
}

export async function findSettings(db: Queryable): Promise<StoredSetting[]> {
  return (await sql<StoredSetting>`select name, value from settings`.execute(db)).rows
}

/** @returns undefined for one that was never changed */
export async function findSettingValue(db: Queryable, name: SettingName): Promise<Json | undefined> {
  const { rows } = await sql<{ value: Json }>`select value from settings where name = ${name}`.execute(db)
  return rows[0]?.value
}

export interface SettingRow {
  value: Json
  version: number
  reason: string
  changed_at: Date
  changed_by: string | null
}

/** With the name of who changed it last; null for one that was never changed. */
export async function findSetting(db: Queryable, name: SettingName): Promise<SettingRow | null> {
  const { rows } = await sql<SettingRow>`
    select s.value, s.version, s.reason, s.changed_at, u.display_name as changed_by
    from settings s left join users u on u.id = s.changed_by where s.name = ${name}`.execute(db)
  return rows[0] ?? null
}

/** Stores a change of the version that its author saw. @returns false when there is another one by now */
export async function saveSetting(
  tx: Queryable,
  change: { name: SettingName; value: Json; version: number; reason: string; by: UserId },
): Promise<boolean> {
  const { name, version, reason, by } = change
  const value = JSON.stringify(change.value)
  const { numAffectedRows } =
    version === 0
      ? await sql`insert into settings (name, value, reason, changed_by) values (${name}, ${value}::jsonb, ${reason}, ${by})
          on conflict (name) do nothing`.execute(tx)
      : await sql`update settings set value = ${value}::jsonb, version = version + 1, reason = ${reason}, changed_by = ${by},
          changed_at = now() where name = ${name} and version = ${version}`.execute(tx)
  return numAffectedRows === 1n
}
