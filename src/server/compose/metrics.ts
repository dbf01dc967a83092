/** What is measured, put together from what this process uses. */
import { countRuns, findQueue, findRest } from '#server/areas/platform/metrics/metrics.store.ts'
import { createPagesAccess } from '#server/areas/platform/metrics/pages-access.ts'
import type { Config } from '#server/config.ts'
import { countLiveWorkers } from '#server/engine/liveness.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { Pools } from '#server/platform/database/pools.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { MetricsPages } from '#server/platform/http/metrics-pages.ts'
import { type CountsReader, createCountsReader } from '#server/platform/metrics/counts.ts'
import { createFactsReader, type ReadFacts } from '#server/platform/metrics/installation-facts.ts'
import { measureProcess } from '#server/platform/metrics/meters.ts'
import { createMetrics, type Metrics, type MetricsParts } from '#server/platform/metrics/metrics.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import type { Runners } from '#server/runners/runners.ts'

interface Parts extends Pick<MetricsParts, 'version'> {
  runners: Pick<Runners, 'use'>
  config: Pick<Config, 'role' | 'dataDir' | 'metricsToken' | 'secret'>
  pools: Pick<Pools, 'pool' | 'requestPool' | 'identityPool' | 'probePool' | 'replica'>
  health: HealthChecks
  brand: ReadBrand
  sessions: Sessions
}

export interface Measuring {
  metrics: Metrics
  counts: CountsReader
  pages: MetricsPages
}

/** What is true of the installation, asked over these connections. */
export function createInstallationFacts(pool: Pool): ReadFacts {
  const db = createDatabase(pool)
  return createFactsReader(async () => {
    const [queue, runs, rest] = [await findQueue(db), await countRuns(db), await findRest(db)]
    return { queue, runs, workers: await countLiveWorkers(pool), ...rest }
  })
}

/** Facts are asked over the connections of probes, so that a scrape waits for no run and no request. */
export function assembleMetrics(
  { config, brand, pools, health, sessions, runners, version }: Parts,
  onStop: (end: () => unknown) => void,
): Measuring {
  measureProcess()
  const counts = createCountsReader()
  onStop(() => counts.stop())
  const { probePool } = pools
  const metrics = createMetrics({
    version,
    role: config.role,
    health,
    readFacts: createInstallationFacts(probePool),
    pools: { runs: pools.pool, requests: pools.requestPool, sign_in: pools.identityPool, probes: probePool },
    sandbox: () => runners.use(),
    dataDir: config.dataDir,
    replica: pools.replica,
  })
  const { metricsToken: token, secret } = config
  return {
    metrics,
    counts,
    pages: { metrics, brand, isOpenTo: createPagesAccess({ token, secret, sessions }) },
  }
}
