import type { Database } from '#server/platform/database/database.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayOpenAdminArea } from './overview.policy.ts'
import { getAdminOverview } from './overview.ts'

export const adminOverviewHandlers = (deps: {
  db: Database
  health: HealthChecks
}): Pick<Handlers, 'getAdminOverview'> => ({
  getAdminOverview: (_input, { caller }) => getAdminOverview(deps, mayOpenAdminArea(caller)),
})
