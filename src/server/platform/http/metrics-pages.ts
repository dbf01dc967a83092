/**
 * `/metrics` in the text format of Prometheus and `/metrics/health` for people. They open to `METRICS_TOKEN` and to admins. Outside
 * the API: a scraper sends no token of a session, and neither does a frame.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import { METRICS_TYPE, type Metrics } from '#server/platform/metrics/metrics.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { answerError } from './errors.ts'
import { refuseOthersAt } from './methods.ts'
import { drawClosedPage, drawHealthPage, themeIn } from './pages/health-page.ts'

export interface MetricsPages {
  metrics: Metrics
  brand: ReadBrand
  /** Whether these headers open them. */
  isOpenTo(headers: { authorization?: string | undefined; cookie?: string | undefined }): Promise<boolean>
}

const sendText = (reply: FastifyReply, type: string, text: string) =>
  reply
    .header('cache-control', 'no-store')
    .type(type)
    .serializer((payload: string) => payload)
    .send(text)

const HTML = 'text/html; charset=utf-8'

function refuse(request: FastifyRequest, reply: FastifyReply, brand: string): FastifyReply {
  const isBrowser = /text\/html/.test(request.headers.accept ?? '')
  if (!isBrowser) return answerError(new AppError('unauthenticated'), request, reply)
  request.refusal = 'unauthenticated'
  reply.code(401).header('www-authenticate', 'Bearer')
  return sendText(reply, HTML, drawClosedPage(brand, themeIn(request.query)))
}

export function serveMetrics(app: FastifyInstance, { metrics, brand, isOpenTo }: MetricsPages): void {
  const options = { schema: { hide: true } as object }
  app.get('/metrics', options, async (request, reply) => {
    if (!(await isOpenTo(request.headers))) return refuse(request, reply, brand().name)
    return sendText(reply, METRICS_TYPE, await metrics.text())
  })
  app.get('/metrics/health', options, async (request, reply) => {
    if (!(await isOpenTo(request.headers))) return refuse(request, reply, brand().name)
    const theme = themeIn(request.query)
    return sendText(reply, HTML, drawHealthPage(await metrics.facts(), { brand: brand().name, theme, now: new Date() }))
  })
  for (const path of ['/metrics', '/metrics/health']) refuseOthersAt(app, path, new Set(['GET']))
}
