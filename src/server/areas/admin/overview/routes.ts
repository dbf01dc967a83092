import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayOpenAdminArea } from './overview.policy.ts'
import { getAdminOverview, type OverviewDeps } from './overview.ts'

export const adminOverviewHandlers = (deps: OverviewDeps): Pick<Handlers, 'getAdminOverview'> => ({
  getAdminOverview: (_input, { caller }) => getAdminOverview(deps, mayOpenAdminArea(caller)),
})
