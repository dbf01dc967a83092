import type { Database } from '#server/database/database.ts'
import { getDashboard } from '#server/domain/dashboard/dashboard.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const dashboardHandlers = ({ db }: { db: Database }): Pick<Handlers, 'getDashboard'> => ({
  getDashboard: (_input, { caller }) => getDashboard(db, caller),
})
