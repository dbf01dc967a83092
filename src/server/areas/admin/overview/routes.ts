import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayOpenAdminArea } from './overview.policy.ts'
import { getAdminOverview } from './overview.ts'

export const adminOverviewHandlers = ({ db }: { db: Database }): Pick<Handlers, 'getAdminOverview'> => ({
  getAdminOverview: (_input, { caller }) => getAdminOverview(db, mayOpenAdminArea(caller)),
})
