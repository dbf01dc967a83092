/**
 * What orchestrators and load balancers ask: `/livez` (the process answers) and `/readyz` (it can do its work). Outside the API: no access
 * rule, no envelope, no rate limit, and no details beyond which part is down.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import type { HealthChecks } from '#server/domain/health/health.ts'

export function serveProbes(app: FastifyInstance, checks: Pick<HealthChecks, 'check'>): void {
  const options = { schema: { hide: true } as object, config: { rateLimit: false } }
  app.get('/livez', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', options, async (_request, reply) => {
    const { status, checks: parts } = await checks.check()
    const ready = status === 'healthy'
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks: parts })
  })
}

/** For a worker, which serves nothing else. @returns what closes it */
export async function listenForProbes(
  checks: Pick<HealthChecks, 'check'>,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  serveProbes(app, checks)
  await app.listen({ port, host })
  return () => app.close()
}
