import type { Database } from '#server/platform/database/database.ts'
import { storeMissingDataFlows } from './data-flow.ts'
import { measureQuality } from './measure-quality.ts'
import { refreshAgentStats } from './stats.ts'

/** Measures the figures that listings show. */
export async function measureListings(db: Database): Promise<void> {
  await refreshAgentStats(db)
  await measureQuality(db, new Date())
  await storeMissingDataFlows(db)
}
