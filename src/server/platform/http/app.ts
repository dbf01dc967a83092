/** The HTTP server of the product, put together: used by the program and, in process, by the tests. */
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { FirebaseSettings } from '#server/gateways/identity/firebase-settings.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import type { SupportViews } from '#server/platform/access/support-views.ts'
import type { Workspaces } from '#server/platform/access/workspaces.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'
import type { LogoPicture } from '#server/platform/settings/brand.store.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { acceptAnything } from './accept-anything.ts'
import { BodiesUnderWay, type BodyBounds } from './bodies-under-way.ts'
import { answerOtherSites } from './cors.ts'
import { registerDocumentation } from './documentation.ts'
import { answerClientError, answerError } from './errors.ts'
import type { Handlers } from './handlers.ts'
import { acceptJson } from './json.ts'
import { answerOtherMethods, refuseTakenMethods } from './methods.ts'
import { type MetricsPages, serveMetrics } from './metrics-pages.ts'
import { type AuthorizationServer, serveAuthorizationServer } from './oauth/authorization-server.ts'
import { OpenStreams } from './open-streams.ts'
import { type ListedAgents, serveDiscovery } from './pages/discovery.ts'
import { serveListings } from './pages/listings.ts'
import { serveLogos } from './pages/logos.ts'
import { inlineScripts } from './pages/template.ts'
import { serveWidget, type WidgetHosts } from './pages/widget.ts'
import { serveProbes } from './probes.ts'
import type { RefusedKeys } from './refused-keys.ts'
import { createRequestIds } from './request-log/request-id.ts'
import { createRequestLog, type RequestLines, type RequestLog } from './request-log/request-log.ts'
import { traceRequests } from './request-log/request-trace.ts'
import { type ScimService, serveScim } from './scim.ts'
import { addSecurityHeaders, limitRequests } from './security.ts'
import { type AnyHandler, type ServeOptions, serveEndpoint } from './serve.ts'
import type { StreamTimes } from './sse.ts'
import { type ReadShellRole, serveWeb } from './static.ts'
import { type TrustedProxies, trustOf } from './trust-proxy.ts'

export interface AppDeps {
  handlers: Handlers
  sessions: Sessions
  views: SupportViews
  workspaces: Workspaces
  /** The secret of the installation: keys the hash that visitors are known by. */
  secret: string
  /** Keeps the answers of requests with an Idempotency-Key. */
  idempotency: Idempotency
  /** What operators change at runtime. */
  settings: Settings
  version: string
  health: Pick<HealthChecks, 'checkReady'>
  /** How the installation presents itself. */
  brand: ReadBrand
  /** A picture of a logo; null for none under this id. */
  readLogo: (id: string, picture: LogoPicture) => Promise<Buffer | null>
  /** Which proxies X-Forwarded-For is believed of; false for none. */
  trustProxy: TrustedProxies
  /** Where browsers reach us; https makes them stay with it. Empty for addresses that are paths. */
  publicUrl: string
  /** Pages sign in there instead of here; null when they sign in here. */
  firebase: FirebaseSettings | null
  /** Payments are taken through Razorpay, whose checkout pages open. */
  razorpay: boolean
  /** Folder of the built client; null serves the API alone. */
  webRoot: string | null
  /** The role whose shell a page is sent with, by the cookies of its reader; null for a visitor. */
  readShellRole: ReadShellRole
  /** Where assistants get their tokens; null where no person could be sent to agree. */
  authorizationServer: AuthorizationServer | null
  /** Directories that keep the members of workspaces; null where accounts are kept elsewhere. */
  scim: ScimService | null
  /** Services on other sites: the folder of their built page, and who may show them; null for no such page. */
  widgets: { root: string; hostsOf: WidgetHosts } | null
  /** Counts the calls of API keys. */
  meter: CallMeter
  /** Holds off who guesses API keys. */
  refusedKeys: RefusedKeys
  /** Published agents, for sitemap.xml; null for no sitemap. */
  listedAgents: ListedAgents | null
  /** Null writes no log. */
  logger: FastifyBaseLogger | null
  /** Where each request and each security event is written. */
  requestLines: RequestLines
  /** What is measured, for /metrics and its readable page. */
  metricsPages: MetricsPages
  /** Requests per minute and caller. */
  requestsPerMinute: () => number
  /** Multiplies how long a request may take: 1, and more on machines that are too busy, such as those of tests. */
  deadlineFactor: number
  /** When open streams look after their readers. */
  streamTimes: StreamTimes
}

const { uploads_of_visitor, uploads_of_account, file_bytes, upload_bytes_at_once, upload_bytes_of_visitors } =
  SERVER_LIMITS
/** On the disk, not in memory. */
const UPLOADS: BodyBounds = {
  visitor: { count: uploads_of_visitor, bytes: Infinity },
  account: { count: uploads_of_account, bytes: Infinity },
  bytes: { all: upload_bytes_at_once, visitors: upload_bytes_of_visitors },
  largest: file_bytes,
}

const HOOKS = /^\/hooks\//

function create(deps: AppDeps, requestLog: RequestLog): FastifyInstance {
  const options = {
    bodyLimit: SERVER_LIMITS.body_bytes,
    requestTimeout: 120_000,
    trustProxy: trustOf(deps.trustProxy),
    genReqId: createRequestIds(deps.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    clientErrorHandler: (error: Error, socket: Socket) =>
      answerClientError(error, socket, (answered) => requestLog.malformed(socket, answered)),
    // No hook has seen these, and they lack what requests are decorated with.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      requestLog.begin(Object.assign(request, { caller: null, refusal: null, signed_in_as: null }), reply)
      return answerError(error, request, reply)
    },
  }
  return deps.logger ? Fastify({ ...options, loggerInstance: deps.logger }) : Fastify({ ...options, logger: false })
}

type Named = [string, EndpointDefinition]

async function routes(app: FastifyInstance, deps: AppDeps, options: ServeOptions): Promise<void> {
  const mount = (scope: FastifyInstance, chosen: Named[]) => {
    for (const [name, definition] of chosen)
      serveEndpoint(scope, name, definition, deps.handlers[name as keyof Handlers] as AnyHandler, options)
  }
  const all: Named[] = Object.entries(api)
  const isUpload = ([, { consumes }]: Named) => consumes === 'multipart'
  const isHook = ([, { path }]: Named) => HOOKS.test(path)
  mount(
    app,
    all.filter((one) => !isUpload(one) && !isHook(one)),
  )
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      // One byte more than allowed is accepted, so that the store sees that the file is too large. A second file is
      // accepted for the same reason: it is rejected with its own error.
      limits: { fileSize: SERVER_LIMITS.file_bytes + 1, files: 2, fields: 5, parts: 7, fieldSize: 1000 },
      throwFileSizeLimit: false,
    })
    mount(scope, all.filter(isUpload))
  })
  await app.register(async (scope) => {
    acceptAnything(scope, options.secret)
    mount(scope, all.filter(isHook))
  })
  refuseTakenMethods(app)
}

/** Resolves once every route is in place; `listen` or `inject` comes next. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const requestLog = createRequestLog(deps.requestLines)
  const app = create(deps, requestLog)
  const closing = new AbortController()
  app.decorateRequest('caller', null)
  app.decorateRequest('received', null)
  app.decorateRequest('admitted_at', 0)
  app.decorateRequest('refusal', null)
  app.decorateRequest('signed_in_as', null)
  app.setErrorHandler(answerError)
  // Input and answers go through zod in `serve`; Fastify's schemas are read by the documentation only.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => (typeof data === 'string' ? data : JSON.stringify(data)))
  acceptJson(app)
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onRequest', (request, reply, done) => {
    requestLog.begin(request, reply)
    done()
  })
  app.addHook('onRequest', async () => {
    if (closing.signal.aborted) throw new AppError('unavailable', { retryAfter: 2 })
  })
  traceRequests(app, deps.trustProxy)
  addSecurityHeaders(app, {
    https: deps.publicUrl.startsWith('https:'),
    scripts: deps.webRoot ? inlineScripts(deps.webRoot) : [],
    firebase: deps.firebase,
    razorpay: deps.razorpay,
  })
  answerOtherSites(app)
  answerOtherMethods(app)
  const countRefusal = await limitRequests(app, deps.requestsPerMinute)
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'], globalDecompression: false })
  await registerDocumentation(app, { title: () => deps.brand().name, version: deps.version, publicUrl: deps.publicUrl })
  await routes(app, deps, {
    sessions: deps.sessions,
    views: deps.views,
    workspaces: deps.workspaces,
    secret: deps.secret,
    closing: closing.signal,
    streams: new OpenStreams(),
    uploads: new BodiesUnderWay(UPLOADS),
    refusedKeys: deps.refusedKeys,
    countRefusal,
    meter: deps.meter,
    deadlineFactor: deps.deadlineFactor,
    idempotency: deps.idempotency,
    settings: deps.settings,
    streamTimes: deps.streamTimes,
    installation: { name: () => deps.brand().name, version: deps.version, publicUrl: deps.publicUrl },
  })
  if (deps.authorizationServer) await serveAuthorizationServer(app, deps.authorizationServer)
  if (deps.scim) {
    const { scim: service, settings, refusedKeys, secret } = deps
    await serveScim(app, { service, settings, refusedKeys, secret })
  }
  serveProbes(app, deps.health)
  serveMetrics(app, deps.metricsPages)
  const company = () => deps.settings.now().company
  const installation = { brand: deps.brand, origin: deps.publicUrl, firebase: deps.firebase, company }
  if (deps.listedAgents) serveDiscovery(app, installation, deps.listedAgents)
  serveListings(app, installation)
  serveLogos(app, deps.readLogo)
  if (deps.widgets) await serveWidget(app, { ...deps.widgets, brand: deps.brand })
  await serveWeb(app, deps.webRoot, { ...installation, readShellRole: deps.readShellRole })
  await app.ready()
  return app
}
