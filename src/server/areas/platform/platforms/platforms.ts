/** How the parts of the product are, measured when asked: the database by a question, the engine by how long runs wait for it. */

import { PLATFORMS, type Platform, platformsOf } from '#contract/accounts/users.ts'
import { type FeatureSwitches, isFeatureOn } from '#contract/admin/feature-values.ts'
import type { PlatformAccess, PlatformState, PlatformStatus } from '#contract/platform/platforms.ts'
import { type Caller, roleOfPerson } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { findQueueAge } from './platforms.store.ts'

/** A run that waits longer than this is felt. */
const SLOW_QUEUE_MS = 30_000

interface Measured {
  /** The operator has not switched it off for the one who asks. */
  offered: boolean
  database: boolean
  engine: boolean
  queue_ms: number
}

/** Those whose work is done by runs. */
const RUNS: readonly Platform[] = ['workflow-designer', 'ai-services', 'mcp-tools']

const isOffered = (platform: Platform, switches: FeatureSwitches, caller: Caller): boolean =>
  platform !== 'mcp-tools' || isFeatureOn(switches, 'mcp', roleOfPerson(caller))

/** The first that applies: not offered, no database, no engine, a queue that grows old. */
export function platformStateOf(
  platform: Platform,
  { offered, database, engine, queue_ms }: Measured,
): [PlatformState, string | null] {
  if (!offered) return ['unavailable', 'This isn’t available here.']
  if (!database) return ['down', 'The database does not answer.']
  if (!RUNS.includes(platform)) return ['up', null]
  if (!engine) return ['down', 'Runs aren’t being accepted at the moment.']
  if (queue_ms <= SLOW_QUEUE_MS) return ['up', null]
  return ['degraded', `Runs wait ${Math.round(queue_ms / 1000)} seconds before they start.`]
}

/** @param engineIsUp whether runs are taken on here */
export async function measurePlatforms(
  db: Database,
  engineIsUp: () => Promise<boolean>,
  caller: Caller,
): Promise<PlatformStatus> {
  const queue = await findQueueAge(db).catch(() => null)
  const switches = queue === null ? null : await readSetting(db, 'features')
  const measured = { database: queue !== null, engine: await engineIsUp(), queue_ms: queue ?? 0 }
  return {
    platforms: PLATFORMS.map((name) => {
      const offered = switches === null || isOffered(name, switches, caller)
      const [status, reason] = platformStateOf(name, { ...measured, offered })
      return { name, status, reason }
    }),
    measured_at: new Date().toISOString(),
  }
}

/** Null when there is no such platform. Access follows the permissions of the role; a visitor has none. */
export async function checkAccess(db: Database, caller: Caller, name: string): Promise<PlatformAccess | null> {
  const platform = PLATFORMS.find((one) => one === name)
  if (platform === undefined) return null
  if (caller.type === 'visitor' || !platformsOf(caller.permissions).includes(platform)) {
    const message = 'You do not have permission to access this platform.'
    return { success: true, access_granted: false, message, error: 'ACCESS_DENIED' }
  }
  if (!isOffered(platform, await readSetting(db, 'features'), caller)) {
    const message = 'This platform isn’t available here.'
    return { success: true, access_granted: false, message, error: 'PLATFORM_UNAVAILABLE' }
  }
  return { success: true, access_granted: true, message: 'You have access.', error: null }
}
