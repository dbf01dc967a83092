import { createFewReader, type OpenOutput } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getDashboard } from './dashboard.ts'

interface Deps {
  db: Database
  open: OpenOutput
}

export const dashboardHandlers = ({ db, open }: Deps): Pick<Handlers, 'getDashboard'> => {
  const readFew = createFewReader(db, open)
  return { getDashboard: (_input, { caller }) => getDashboard(db, caller, readFew) }
}
