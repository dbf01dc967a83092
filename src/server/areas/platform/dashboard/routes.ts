import type { OpenOutput } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getDashboard } from './dashboard.ts'

export const dashboardHandlers = ({
  db,
  open,
}: {
  db: Database
  open: OpenOutput
}): Pick<Handlers, 'getDashboard'> => ({
  getDashboard: (_input, { caller }) => getDashboard(db, caller, open),
})
