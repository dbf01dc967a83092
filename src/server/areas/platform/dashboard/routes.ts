import type { Database } from '#server/database/database.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { getDashboard } from './dashboard.ts'

export const dashboardHandlers = ({ db }: { db: Database }): Pick<Handlers, 'getDashboard'> => ({
  getDashboard: (_input, { caller }) => getDashboard(db, caller),
})
