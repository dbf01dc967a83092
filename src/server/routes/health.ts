import type { Database } from '#server/database/database.ts'
import { checkHealth } from '#server/domain/health/health.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'

interface Deps {
  db: Database
  version: string
  /** Whether runs are taken on here. */
  engineIsUp: () => boolean
}

export function healthHandlers({ db, version, engineIsUp }: Deps): Pick<Handlers, 'getHealth' | 'getApiHealth'> {
  const answer = async (_input: unknown, context: RequestContext) => {
    const health = await checkHealth(db, version, engineIsUp)
    if (health.status !== 'healthy') context.setStatus(503)
    return health
  }
  return { getHealth: answer, getApiHealth: answer }
}
