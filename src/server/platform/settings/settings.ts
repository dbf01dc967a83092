/**
 * The settings that operators change at runtime, as every process knows them. They are read again every second, so that a change
 * on one process applies to all within two; while the database is away, the last known ones apply.
 */

import { setTimeout as pause } from 'node:timers/promises'
import {
  SETTING_DEFAULTS,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '#contract/admin/setting-schemas.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { findSettings, findSettingValue } from './settings.store.ts'

export const SETTINGS_FRESH_MS = 1000

export interface Settings {
  /** The values as they were at most two seconds ago. One that did not change is the same object each time. */
  now(): SettingValues
  /** Reads them at once: after a change on this process. */
  refresh(): Promise<void>
}

export interface OpenSettings extends Settings {
  close(): Promise<void>
}

/** One setting as it is now, for what must not be decided by what was true a second ago. @throws Error for a value that this program cannot read */
export async function readSetting<Name extends SettingName>(db: Queryable, name: Name): Promise<SettingValues[Name]> {
  return parseSetting(name, await findSettingValue(db, name))
}

/** @throws Error for a value that this program cannot read */
function parseSetting<Name extends SettingName>(name: Name, stored: Json | undefined): SettingValues[Name] {
  if (stored === undefined) return SETTING_DEFAULTS[name]
  const read = SETTING_SCHEMAS[name].safeParse(stored)
  if (!read.success) throw new Error(`The setting ${name} in the database cannot be read`, { cause: read.error })
  return read.data as SettingValues[Name]
}

/** @throws Error for a value that this program cannot read */
async function readSettings(db: Queryable): Promise<SettingValues> {
  const stored = new Map((await findSettings(db)).map(({ name, value }) => [name, value]))
  const values = Object.keys(SETTING_SCHEMAS).map((key) => {
    const name = key as SettingName
    return [name, parseSetting(name, stored.get(name))]
  })
  return Object.fromEntries(values) as SettingValues
}

/** A value that is as before stays the same object, by which is told whether what was made of it still holds. */
function keepUnchanged(before: SettingValues, now: SettingValues): SettingValues {
  const kept = Object.keys(now).map((key) => {
    const name = key as SettingName
    const isSame = JSON.stringify(before[name]) === JSON.stringify(now[name])
    return [name, isSame ? before[name] : now[name]]
  })
  return Object.fromEntries(kept) as SettingValues
}

/** Resolves when they are known. */
export async function openSettings(db: Queryable, log: WarningLog): Promise<OpenSettings> {
  let known = await readSettings(db)
  let latest = 0
  const refresh = async () => {
    const reading = ++latest
    const values = await readSettings(db)
    // One that was begun later may have answered earlier.
    if (reading === latest) known = keepUnchanged(known, values)
  }
  const closing = new AbortController()
  const { signal } = closing
  const follow = async () => {
    for (;;) {
      await pause(SETTINGS_FRESH_MS, undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return
      await refresh().catch((err: unknown) => {
        if (!isOutage(err) && !signal.aborted) log.warn({ err }, 'the settings could not be read')
      })
    }
  }
  const following = follow()
  return {
    now: () => known,
    refresh,
    async close() {
      closing.abort()
      await following
    },
  }
}
