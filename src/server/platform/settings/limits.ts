/** The limits that operators change at runtime: the one way to read them for what has a database at hand. */
import { type RuntimeLimits, runtimeLimitsOf } from '#contract/admin/runtime-limit-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from './settings.ts'

export const readLimits = async (db: Queryable): Promise<RuntimeLimits> =>
  runtimeLimitsOf(await readSetting(db, 'limits'))

/** The largest file that may be stored, in bytes. */
export const largestFile = ({ upload_mb }: RuntimeLimits): number => upload_mb * 1_000_000
