import type { HealthChecks } from '#server/platform/health.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'

export function healthHandlers(checks: HealthChecks): Pick<Handlers, 'getHealth' | 'getApiHealth'> {
  const answer = async (_input: unknown, context: RequestContext) => {
    const health = await checks.check()
    if (health.status !== 'healthy') context.setStatus(503)
    return health
  }
  return { getHealth: answer, getApiHealth: answer }
}
