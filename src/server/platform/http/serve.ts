/** One endpoint of the contract becomes one route: identify, enforce, validate, handle, answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SUPPORT_VIEW_HEADER } from '#contract/accounts/support-view-values.ts'
import type { EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'
import { EXPORTS } from '#contract/endpoint-lists/exports.ts'
import { KEY_SCOPES } from '#contract/endpoint-lists/key-scopes.ts'
import { WORKSPACE_RIGHTS } from '#contract/endpoint-lists/workspace-rights.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import { type Caller, isViewed, senderOf } from '#server/platform/access/caller.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import type { SupportViews } from '#server/platform/access/support-views.ts'
import type { Workspaces } from '#server/platform/access/workspaces.ts'
import { runFromAddress } from '#server/platform/audit/request-address.ts'
import { runAsCaller, runReadOnly } from '#server/platform/database/connections-per-caller.ts'
import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'
import { enforceFeatures } from '#server/platform/settings/features.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { WORKSPACE_HEADER } from '#shared/workspace-address.ts'
import {
  enforceAccess,
  enforceMaintenance,
  enforceOrigin,
  enforceResource,
  enforceScope,
  enforceView,
} from './access.ts'
import { bodyOf, LargeAnswers } from './answer-body.ts'
import { sendBare } from './bare-answer.ts'
import type { BodiesUnderWay } from './bodies-under-way.ts'
import { checkAnswer } from './check-answer.ts'
import { clientOf, FastifyContext } from './context.ts'
import { timeoutOf, withDeadline } from './deadline.ts'
import { schemaOf } from './documentation.ts'
import { success } from './envelope.ts'
import {
  type AddressedHandler,
  type BareAnswer,
  type FileAnswer,
  isReply,
  type ReplyAnswer,
  type RequestContext,
  type StreamAnswer,
  type ToolsAnswer,
} from './handlers.ts'
import { answerOnce, idempotencyKeyOf, scopeOf, sendOnce } from './idempotency.ts'
import { sendTools } from './mcp.ts'
import { ANY, routePath } from './methods.ts'
import { challengeOf } from './oauth/challenge.ts'
import type { OpenStreams } from './open-streams.ts'
import { refuseForeignPages } from './origin.ts'
import type { RefusedKeys } from './refused-keys.ts'
import { SIGN_INS } from './request-log/security-events.ts'
import type { RefusalCounter } from './security.ts'
import { addressOf, isAnybody, visitorCaller } from './session.ts'
import { type StreamTimes, sendEvents } from './sse.ts'
import { validate, validateParams } from './validate.ts'

/** The handler as the server calls it: the types of one endpoint were checked where the handlers were put together. */
export type AnyHandler = AnyHandle | (Omit<AddressedHandler<never>, 'handle'> & { handle: AnyHandle })
type AnyHandle = (input: never, context: RequestContext) => unknown

export interface ServeOptions {
  sessions: Sessions
  views: SupportViews
  workspaces: Workspaces
  secret: string
  /** Aborted when the server stops, so that open streams end. */
  closing: AbortSignal
  streams: OpenStreams
  /** Files that are being uploaded. */
  uploads: BodiesUnderWay
  refusedKeys: RefusedKeys
  countRefusal: RefusalCounter
  /** Counts the calls of API keys. */
  meter: CallMeter
  idempotency: Idempotency
  settings: Settings
  /** See `AppDeps`. */
  deadlineFactor: number
  streamTimes: StreamTimes
  /** What the installation is called, its version, and where browsers reach it; '' when that is not known. */
  installation: { name: () => string; version: string; publicUrl: string }
}

/** So long a body takes only when its sender wants it to, or sends a large file. */
const STALE_MS = 2000

/** The Authorization header as it came, or the one that `X-API-Key` stands for; webhooks may carry keys of strangers there. */
function authorizationOf({ headers }: FastifyRequest, { answers }: EndpointDefinition): string | undefined {
  const key = headers['x-api-key']
  if (headers.authorization || key === undefined || answers === 'reply') return headers.authorization
  return `Bearer ${Array.isArray(key) ? key[0] : key}`
}

/** A valid key reads what is public to everyone, also where no scope is named for it. */
function scopedCaller(name: string, definition: EndpointDefinition, caller: Caller, visitor: () => Caller): Caller {
  if (definition.access.type === 'public' && definition.method === 'GET' && !(name in KEY_SCOPES)) {
    if (caller.type === 'user' && caller.api_key !== undefined) return visitor()
  }
  enforceScope(name, caller)
  return caller
}

/** A header of ours; null where there is none. Senders of webhooks have headers of their own. */
function ownHeader({ headers }: FastifyRequest, name: string, { path }: EndpointDefinition): string | null {
  const value = headers[name]
  if (value === undefined || path.startsWith('/hooks/')) return null
  return Array.isArray(value) ? value.join() : value
}

/** The one place where an admin becomes the person they view. @throws AppError view_ended, viewing_read_only, viewing_closed */
async function enterView(
  caller: Caller,
  view: string | null,
  [name, definition]: [string, EndpointDefinition],
  { views, deadlineFactor }: ServeOptions,
): Promise<Caller> {
  if (view === null) return caller
  if (caller.type !== 'user') throw new AppError('view_ended')
  const viewed = await withDeadline(views.enter(caller, view), timeoutOf(definition, deadlineFactor))
  enforceView(name, definition.any_method ? 'POST' : definition.method, viewed)
  return viewed
}

/** Endpoints that act for no workspace keep the person. @throws AppError workspace_not_found, workspace_role, account_blocked */
async function enterWorkspace(
  caller: Caller,
  slug: string | null,
  [name, definition]: [string, EndpointDefinition],
  { workspaces, deadlineFactor }: ServeOptions,
): Promise<Caller> {
  const right = WORKSPACE_RIGHTS[name as EndpointName]
  if (slug === null || right === undefined || caller.type !== 'user') return caller
  return withDeadline(
    workspaces.enter(caller, slug, {
      right,
      exports: EXPORTS.has(name as EndpointName),
      counts: definition.answers !== 'stream',
    }),
    timeoutOf(definition, deadlineFactor),
  )
}

/** Expires every hour, for many people's assistants in one network; with 256 random bits it is no guess. */
const ASSISTANT_TOKEN = /^bearer chowk_oat_[\w-]{43}$/i
/** A token of the identity provider. */
const SESSION_TOKEN = /^bearer [\w-]+\.[\w-]+\.[\w-]*$/i

/**
 * Whether a program sent a credential of any kind: on their own, browsers send only session tokens, and the password of
 * a proxy in front of the server. Headers of webhook senders are their own.
 */
function isProgramCredential(authorization: string, request: FastifyRequest, { path }: EndpointDefinition): boolean {
  if (authorization !== request.headers.authorization) return true
  if (path.startsWith('/hooks/')) return false
  const password = /^basic (\S+)/i.exec(authorization)?.[1]
  if (password !== undefined) return Buffer.from(password, 'base64').includes('chowk_')
  return !SESSION_TOKEN.test(authorization)
}

/**
 * A public page never fails for the stale token of a session; where ownership decides, the client must learn that its token is stale.
 * A program is always told that its key is refused: as a visitor it would get the wrong answers without noticing. So is who names a view
 * of support, or a workspace: a page that shows another account must never continue as the person, or as a visitor.
 */
async function identify(
  request: FastifyRequest,
  name: string,
  definition: EndpointDefinition,
  options: ServeOptions,
): Promise<Caller> {
  const visitor = () => visitorCaller(options.secret, addressOf(request))
  const authorization = authorizationOf(request, definition)
  const view = ownHeader(request, SUPPORT_VIEW_HEADER, definition)
  const slug = ownHeader(request, WORKSPACE_HEADER, definition)
  if (definition.answers === 'raw') return visitor()
  if (authorization === undefined || authorization === '')
    return enterView(visitor(), view, [name, definition], options)
  const isKey = isProgramCredential(authorization, request, definition)
  if (isKey) options.refusedKeys.check(addressOf(request))
  try {
    const caller = await withDeadline(
      options.sessions.resolve(authorization),
      timeoutOf(definition, options.deadlineFactor),
    )
    enforceResource(request.url, caller)
    // What is refused from here on counts for them, not for their network.
    request.caller = caller
    enforceOrigin(request.headers.origin, caller)
    const viewed = await enterView(scopedCaller(name, definition, caller, visitor), view, [name, definition], options)
    return await enterWorkspace(viewed, slug, [name, definition], options)
  } catch (error) {
    const isGuess = isKey && !ASSISTANT_TOKEN.test(authorization)
    if (isGuess && error instanceof AppError && error.status === 401) await options.refusedKeys.note(addressOf(request))
    const isPublic = definition.access.type === 'public' && definition.access.stale_token !== 'refused'
    const lenient = isPublic && !isKey && view === null && slug === null
    if (lenient && error instanceof AppError && error.status < 500) return visitor()
    throw error
  }
}

/**
 * Lets in who may call the endpoint, as they are now; a call of an API key counts once, of those to tools the calls of tools.
 * @throws AppError unauthenticated, forbidden, account_blocked, account_inactive, plan_limit, feature_off, maintenance
 */
async function admit(
  request: FastifyRequest,
  name: string,
  definition: EndpointDefinition,
  options: ServeOptions,
): Promise<void> {
  const isTools = definition.answers === 'tools'
  if (isTools) refuseForeignPages(clientOf(request), options.installation.publicUrl)
  request.caller = await identify(request, name, definition, options)
  enforceAccess(definition.access, request.caller)
  const { maintenance, features } = options.settings.now()
  enforceFeatures(name, request.caller, features)
  enforceMaintenance(name, definition, request.caller, maintenance)
  const isFirst = request.admitted_at === 0
  if (isFirst && !isTools && request.caller.type === 'user' && request.caller.api_key)
    await options.meter.take(request.caller.id)
  request.admitted_at = performance.now()
}

const attachment = ({ disposition, name }: FileAnswer): string => {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(0, 100) || 'file'
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
}

function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  reply
    .header('content-disposition', attachment(answer))
    .header('content-type', answer.mime)
    .header('cache-control', answer.cache ?? 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (answer.bytes !== null) reply.header('content-length', answer.bytes)
  return reply.send(answer.body)
}

/** The words are a stranger's: they are shown without any right on our pages. */
function sendReply(reply: FastifyReply, { status, headers, body }: ReplyAnswer): FastifyReply {
  const isText = typeof body === 'string'
  reply
    .code(status)
    .header('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff')
  return reply.send(isText ? body : JSON.stringify(body))
}

/** Of a workspace both may end: the session of the member, and that they are one. */
async function isStillHere(caller: Caller, sessions: Sessions, workspaces: Workspaces): Promise<boolean> {
  if (!(await sessions.stillValid(caller))) return false
  return caller.type === 'visitor' || workspaces.isStillMember(caller)
}

async function sendStream(
  reply: FastifyReply,
  { stop, caller, client }: FastifyContext,
  answer: StreamAnswer<unknown> & { ending?: string | null },
  { streams, closing, sessions, workspaces, streamTimes }: ServeOptions,
): Promise<void> {
  const leave = isAnybody(caller, client) ? () => {} : streams.enter(caller)
  try {
    closing.addEventListener('abort', () => stop.abort(), { signal: stop.signal })
    const stillValid = () => isStillHere(caller, sessions, workspaces)
    await sendEvents(reply, {
      events: answer.events(stop.signal),
      ending: answer.ending ?? null,
      stop,
      stillValid,
      times: streamTimes,
    })
  } finally {
    leave()
  }
}

const largeAnswers = new LargeAnswers()

/** How long the sender of a file takes is not ours to say. */
function answerOf(
  definition: EndpointDefinition,
  answer: unknown,
  context: FastifyContext,
  deadlineFactor: number,
): unknown {
  if (!(answer instanceof Promise) || definition.consumes === 'multipart') return answer
  return withDeadline(answer, timeoutOf(definition, deadlineFactor), () => context.stop.abort())
}

/** An upload takes its place before any of it is read. @throws AppError too_many_uploads, unavailable, and what `work` throws */
async function countUpload<T>(
  request: FastifyRequest,
  context: FastifyContext,
  uploads: BodiesUnderWay,
  work: () => T,
) {
  const { caller, client } = context
  const leave = uploads.enter({ caller, unknown: isAnybody(caller, client) }, request.headers['content-length'])
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Visitors behind an unknown proxy share one address, so they are not limited as one caller. */
const limitedAs = <T>(caller: Caller, ip: string, work: () => T): T =>
  isAnybody(caller, { ip }) ? work() : runAsCaller(caller.type === 'user' ? senderOf(caller) : caller.key, work)

export function serveEndpoint(
  app: FastifyInstance,
  name: string,
  definition: EndpointDefinition,
  handler: AnyHandler,
  options: ServeOptions,
): void {
  const isUpload = definition.consumes === 'multipart'
  const isAddressed = typeof handler === 'object'
  const handleInput = isAddressed ? handler.handle : handler
  const checkAddress = isAddressed && {
    // After the hooks of `onRequest`: guesses at addresses count towards the limit of requests.
    preParsing: async (request: FastifyRequest) =>
      handler.checkAddress(validateParams(definition, request) as never, request.method),
  }
  const respond = async (request: FastifyRequest, reply: FastifyReply, context: FastifyContext) => {
    const input = validate(definition, request)
    const handle = () => handleInput(input as never, context)
    const counted = <T>(work: () => T) => (isUpload ? countUpload(request, context, options.uploads, work) : work())
    if (definition.answers === 'bare') {
      const sendStreamNow = (answer: StreamAnswer<object>) => sendStream(reply, context, answer, options)
      const parts = { request, reply, context, name, definition, sendStream: sendStreamNow, ...options }
      return (await sendBare(parts, (await handle()) as BareAnswer<unknown>)) ?? reply
    }
    const key = idempotencyKeyOf(request, definition, context)
    if (key !== null) {
      // Work that outlasts the client's timeout continues, so that its answer is stored for the next request with the
      // key.
      const repeatable = { request, context, name, definition, key }
      const once = counted(() => answerOnce(options.idempotency, repeatable, handle))
      return sendOnce(
        reply,
        (await answerOf(definition, once, context, options.deadlineFactor)) as Awaited<typeof once>,
      )
    }
    const inTurn = definition.large && !isAnybody(context.caller, context.client)
    const asked = inTurn ? largeAnswers.send(scopeOf(context), reply, async () => handle()) : counted(handle)
    const answer = await answerOf(definition, asked, context, options.deadlineFactor)
    if (definition.answers === 'file') return sendFile(reply, answer as FileAnswer)
    if (definition.answers === 'stream') {
      await sendStream(reply, context, answer as StreamAnswer<unknown>, options)
      return reply
    }
    if (definition.answers === 'tools') return sendTools(request, reply, context, answer as ToolsAnswer, options)
    if (definition.answers === 'reply' && isReply(answer)) return sendReply(reply, answer)
    if (definition.success !== undefined) reply.code(definition.success)
    const data = checkAnswer(name, definition, answer)
    if (SIGN_INS.has(name)) request.signed_in_as = (data as { id?: string }).id ?? null
    reply.header('content-type', 'application/json; charset=utf-8')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return bodyOf(definition.answers === 'raw' ? data : success(data, reply.statusCode))
  }
  app.route({
    method: definition.any_method ? [...ANY] : definition.method,
    url: routePath(definition.path),
    schema: schemaOf(name, definition),
    config: { endpoint: name, checkBytes: isAddressed ? handler.checkBytes : undefined },
    onRequest: async (request, reply) => {
      try {
        await admit(request, name, definition, options)
      } catch (error) {
        // The limiter's own hook comes after this one, and does not see what is thrown here.
        if (error instanceof AppError && [401, 402, 403].includes(error.status))
          await options.countRefusal(request, reply)
        if (definition.answers === 'tools' && error instanceof AppError && error.status === 401)
          reply.header('www-authenticate', challengeOf(request, error, options.installation.publicUrl))
        throw error
      }
    },
    ...checkAddress,
    handler: async (request, reply) => {
      // Who sends a body for minutes may have been blocked or lowered since they were let in.
      if (performance.now() - request.admitted_at > STALE_MS) await admit(request, name, definition, options)
      const address = addressOf(request)
      const caller = request.caller ?? visitorCaller(options.secret, address)
      const respondNow = () => respond(request, reply, new FastifyContext(request, reply, caller))
      // Endpoints of views only read; the database sees to it as well.
      const answer = () => (isViewed(caller) ? runReadOnly(respondNow) : respondNow())
      return runFromAddress(address, () => limitedAs(caller, address, answer))
    },
  })
}
