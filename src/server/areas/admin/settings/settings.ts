/** The settings of the installation as an admin sees and changes them. Each change is in the audit log with what was before. */
import type { z } from 'zod'
import {
  type Maintenance,
  SETTING_DEFAULTS,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '#contract/admin/setting-schemas.ts'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import type { MaintenanceSetting } from '#contract/admin/settings.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import { findSetting, saveSetting } from '#server/platform/settings/settings.store.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { DAY_MS } from '#shared/time.ts'
import type { ChangingMaintenance } from './settings.policy.ts'

export interface SettingDeps {
  db: Database
  settings: Settings
}

interface Setting<Name extends SettingName> {
  value: SettingValues[Name]
  version: number
  changed: { at: string; by: string | null; reason: string } | null
}

/** @throws Error for a value that this program cannot read */
export async function findCurrentSetting<Name extends SettingName>(db: Queryable, name: Name): Promise<Setting<Name>> {
  const row = await findSetting(db, name)
  if (row === null) return { value: SETTING_DEFAULTS[name], version: 0, changed: null }
  return {
    value: SETTING_SCHEMAS[name].parse(row.value) as SettingValues[Name],
    version: row.version,
    changed: { at: row.changed_at.toISOString(), by: row.changed_by, reason: row.reason },
  }
}

interface Change<Name extends SettingName> {
  name: Name
  value: SettingValues[Name]
  /** The one that the admin saw. */
  version: number
  reason: string
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Before and after: by field for an object, as a whole for anything else. */
function detailsOf(from: Json, to: Json): JsonObject {
  if (!isObject(from ?? {}) || !isObject(to ?? {})) return { from, to }
  const before = (from ?? {}) as JsonObject
  const after = (to ?? {}) as JsonObject
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const pairs = names.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }] as const)
  return Object.fromEntries(pairs.filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)))
}

/** @throws stale_details when another admin changed it since */
export async function changeSetting<Name extends SettingName>(
  { db, settings }: SettingDeps,
  { on: admin, action }: { on: UserCaller; action: string },
  { name, value, version, reason }: Change<Name>,
): Promise<Setting<Name>> {
  await db.transaction().execute(async (tx) => {
    const before = await findCurrentSetting(tx, name)
    const json = value as Json
    const isSeen = before.version === version
    if (!isSeen || !(await saveSetting(tx, { name, value: json, version, reason, by: admin.id })))
      throw new AppError('stale_details', {
        message: 'Another admin changed this setting since you loaded it. Check it again.',
      })
    const details = detailsOf(before.value as Json, json)
    await insertAudit(tx, { actor_id: admin.id, action, target_id: uuidOf(['setting', name]), reason, details })
  })
  await settings.refresh()
  return findCurrentSetting(db, name)
}

function refuseUntil(until: string | null): void {
  if (until === null) return
  const ends = new Date(until).getTime()
  if (ends <= Date.now()) throw fieldError('value.until', 'Choose a time in the future')
  if (ends > Date.now() + SETTINGS.most_days * DAY_MS)
    throw fieldError('value.until', `Choose a time within ${SETTINGS.most_days} days`)
}

/** Switches maintenance on, changes what people are told, or ends it with null. @throws invalid_input (`value.until`), stale_details */
export function changeMaintenance(
  deps: SettingDeps,
  grant: ChangingMaintenance,
  { value, version, reason }: { value: Maintenance | null; version: number; reason: string },
): Promise<z.infer<typeof MaintenanceSetting>> {
  refuseUntil(value?.until ?? null)
  return changeSetting(deps, grant, { name: 'maintenance', value, version, reason })
}
