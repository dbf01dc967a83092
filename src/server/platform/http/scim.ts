/**
 * SCIM, which directories of workspaces speak (RFC 7644). It has its own methods, its own content type and its own errors, so its addresses
 * are routes of their own. Nothing here reads a cookie or a session.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROVISIONING, SCIM_PATH } from '#contract/accounts/provisioning-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { runFromAddress } from '#server/platform/audit/request-address.ts'
import { runAsCaller } from '#server/platform/database/connections-per-caller.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { enforceMaintenance } from './access.ts'
import { toAppError } from './errors.ts'
import { acceptJson } from './json.ts'
import { ANY } from './methods.ts'
import type { RefusedKeys } from './refused-keys.ts'
import { addressOf, visitorCaller } from './session.ts'

export interface ScimRequest {
  method: string
  /** Below the base address, decoded. */
  path: string[]
  query: Readonly<Record<string, unknown>>
  body: unknown
}

export interface ScimAnswer {
  status: number
  body: object | null
  location?: string
}

interface Refusal {
  status: number
  scimType: string | null
  detail: string
}

export interface ScimService<Who extends { workspace_id: string } = { workspace_id: string }> {
  /** What is open to everyone; null where there is no such resource. */
  discover(path: readonly string[]): object | null
  /** @throws AppError unauthenticated, account_blocked */
  identify(token: string): Promise<Who>
  answer(who: Who, request: ScimRequest): Promise<ScimAnswer>
  /** Tells owners what became of a request. */
  note(who: Who, outcome: { method: string; path: string; status: number; problem: string | null }): Promise<void>
  /** What a refusal is called in the protocol; null for any other error. */
  refusalOf(error: unknown): Refusal | null
}

interface ScimParts {
  service: ScimService
  settings: Settings
  refusedKeys: RefusedKeys
  secret: string
}

const DISCOVERY = /^(?:serviceproviderconfig|resourcetypes|schemas)$/i
const BEARER = /^Bearer ([\w-]{1,100})$/i
const HIDDEN = { schema: { hide: true } as object }
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

const pathOf = (request: FastifyRequest): string[] =>
  ((request.params as { '*'?: string })['*'] ?? '').split('/').filter((part) => part !== '')

const send = (reply: FastifyReply, { status, body, location }: ScimAnswer): FastifyReply => {
  reply.code(status).header('cache-control', 'no-store').type('application/scim+json; charset=utf-8')
  if (location !== undefined) reply.header('location', location)
  return reply.serializer((payload: string) => payload).send(body === null ? '' : JSON.stringify(body))
}

/** Of what was made, as it is asked for from then on. */
const belowBase = (location: string): string => location.slice(location.lastIndexOf(SCIM_PATH) + SCIM_PATH.length)

const errorOf = ({ status, scimType, detail }: Refusal): ScimAnswer => ({
  status,
  body: { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType !== null && { scimType }), detail },
})

/** What is wrong with what was sent is 400 in the protocol, and what a plan doesn't include is forbidden. */
const STATUSES: Readonly<Record<number, number>> = { 402: 403, 415: 400, 422: 400 }

/** @returns null for a bug */
function refusalOf(service: ScimService, error: FastifyError | Error): (Refusal & { wait: number | null }) | null {
  const own = service.refusalOf(error)
  if (own !== null) return { ...own, wait: null }
  const known = toAppError(error)
  if (known === null) return null
  const { status: usual, problems, message, retryAfter } = known
  const isAccount = known.code === 'sign_up_closed' || known.code === 'invitation_needed'
  const status = isAccount ? 403 : (STATUSES[usual] ?? usual)
  const wait = retryAfter ?? (status === 503 ? 5 : null)
  const detail = (usual < 500 ? problems[0]?.message : undefined) ?? message
  return { status, scimType: status === 400 ? 'invalidSyntax' : null, detail, wait }
}

export async function serveScim(app: FastifyInstance, { service, settings, refusedKeys, secret }: ScimParts) {
  const asking = new WeakMap<FastifyRequest, { workspace_id: string }>()

  /** Before the body is read. @throws AppError unauthenticated, account_blocked, maintenance, too_many_requests */
  const identify = async (request: FastifyRequest): Promise<void> => {
    if (DISCOVERY.test(pathOf(request)[0] ?? '')) return
    const address = addressOf(request)
    refusedKeys.check(address)
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    try {
      if (token === undefined) throw new AppError('unauthenticated', { message: 'Send the token of the workspace.' })
      asking.set(request, await service.identify(token))
    } catch (error) {
      if (error instanceof AppError && error.status === 401) await refusedKeys.note(address)
      throw error
    }
    const method = request.method === 'GET' ? 'GET' : 'POST'
    enforceMaintenance('scim', { method }, visitorCaller(secret, address), settings.now().maintenance)
  }

  const note = async (
    request: FastifyRequest,
    status: number,
    problem: string | null,
    made?: string,
  ): Promise<void> => {
    const who = asking.get(request)
    const path = made === undefined ? `/${pathOf(request).join('/')}` : belowBase(made)
    if (who !== undefined) await service.note(who, { method: request.method, path, status, problem })
  }

  const refuse = async (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(service, error)
    if (refusal === null) request.log.error({ err: error, request_id: request.id }, 'a request of a directory failed')
    const { status, scimType, detail, wait } = refusal ?? {
      ...{ status: 500, scimType: null, wait: null },
      detail: 'Something failed here. Try again later.',
    }
    request.refusal = status === 401 ? 'unauthenticated' : status >= 500 ? 'server_error' : 'invalid_input'
    if (wait !== null) reply.header('retry-after', wait)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    await note(request, status, detail)
    return send(reply, errorOf({ status, scimType, detail }))
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    const { method } = request
    const query = request.query as ScimRequest['query']
    const who = asking.get(request)
    if (who === undefined) {
      const body = method === 'GET' ? service.discover(path) : null
      if (body === null) throw new AppError(method === 'GET' ? 'not_found' : 'method_not_allowed')
      return send(reply, { status: 200, body })
    }
    const answered = await runFromAddress(addressOf(request), () =>
      runAsCaller(`scim ${who.workspace_id}`, () =>
        service.answer(who, { method, path, query, body: request.body ?? null }),
      ),
    )
    await note(request, answered.status, null, answered.location)
    return send(reply, answered)
  }

  await app.register(async (scope) => {
    acceptJson(scope)
    scope.setErrorHandler(refuse)
    for (const url of [SCIM_PATH, `${SCIM_PATH}/*`])
      scope.route({
        ...HIDDEN,
        method: [...ANY],
        url,
        bodyLimit: PROVISIONING.body_bytes,
        onRequest: identify,
        handler: answer,
      })
  })
}
