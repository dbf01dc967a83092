import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getDashboard } from './dashboard.ts'

export const dashboardHandlers = ({ db }: { db: Database }): Pick<Handlers, 'getDashboard'> => ({
  getDashboard: (_input, { caller }) => getDashboard(db, caller),
})
