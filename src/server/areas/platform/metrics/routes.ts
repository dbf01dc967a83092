import type { Database } from '#server/platform/database/database.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { exportMetrics } from './export.ts'
import { mayReadMetrics } from './metrics.policy.ts'
import { openPages } from './pages-access.ts'
import { getMetricHistory } from './samples.ts'

type Names = 'getMetricHistory' | 'openMetricsPages' | 'exportMetrics'

export interface MetricsDeps {
  db: Database
  health: Pick<HealthChecks, 'check'>
  /** Signs what opens the pages. */
  secret: string
  /** Where browsers reach us; empty for addresses that are paths. */
  publicUrl: string
}

export const metricHandlers = ({ db, health, secret, publicUrl }: MetricsDeps): Pick<Handlers, Names> => ({
  getMetricHistory: ({ query }, { caller }) => getMetricHistory(db, mayReadMetrics(caller), query.range),
  openMetricsPages: (_input, context) => {
    const isSecure = publicUrl.startsWith('https:')
    const { cookie, open_until } = openPages({ secret, isSecure }, mayReadMetrics(context.caller))
    context.setCookies([cookie])
    return { open_until }
  },
  exportMetrics: ({ body }, { caller }) => exportMetrics({ db, health }, mayReadMetrics(caller), body.range),
})
