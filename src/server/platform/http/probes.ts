/**
 * What orchestrators and load balancers ask: `/livez` (the process answers) and `/readyz` (it can do its work). Outside the API: no access
 * rule, no envelope, no rate limit, and no details beyond which part is down.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HealthChecks } from '#server/platform/health.ts'
import { type MetricsPages, serveMetrics } from './metrics-pages.ts'

export function serveProbes(app: FastifyInstance, checks: Pick<HealthChecks, 'checkReady'>): void {
  const options = { schema: { hide: true } as object, config: { rateLimit: false } }
  app.get('/livez', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', options, async (_request, reply) => {
    const { status, checks: parts } = await checks.checkReady()
    const ready = status === 'healthy'
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks: parts })
  })
}

interface Place {
  port: number
  host: string
}

const open = () =>
  Fastify({
    logger: false,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
  })

async function listen(app: FastifyInstance, checks: Pick<HealthChecks, 'checkReady'>, place: Place) {
  serveProbes(app, checks)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  await app.listen(place)
  return () => app.close()
}

/** For a worker, which serves nothing else: its probes, and its metrics. @returns what closes it */
export function listenForProbes(
  checks: Pick<HealthChecks, 'checkReady'>,
  pages: MetricsPages,
  place: Place,
): Promise<() => Promise<void>> {
  const app = open()
  app.decorateRequest('refusal', null)
  serveMetrics(app, pages)
  return listen(app, checks, place)
}

const STARTING: Pick<HealthChecks, 'checkReady'> = {
  checkReady: async () => ({ status: 'degraded', version: '', checks: { database: 'down' } }),
}

/**
 * While the database is brought up to date, which can take minutes: an orchestrator that hears nothing ends the process, and the same
 * migration begins again, without end. @returns what closes it
 */
export function listenWhileStarting(place: Place): Promise<() => Promise<void>> {
  const app = open()
  app.setNotFoundHandler(async (_request, reply) =>
    reply.status(503).header('retry-after', '5').send('Chowk is starting. Try again in a moment.'),
  )
  return listen(app, STARTING, place)
}
