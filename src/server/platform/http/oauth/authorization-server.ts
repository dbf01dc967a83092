/**
 * The endpoints of OAuth that assistants call. They speak the words of the RFCs, not our envelope, and take forms: so they are routes of
 * their own. Nothing here reads a cookie or a session, and pages of other sites are not let in.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import { networkOf } from '#server/gateways/network.ts'
import { acceptJson, checkText } from '#server/platform/http/json.ts'
import { addressOf, isLoopback } from '#server/platform/http/session.ts'

export interface AuthorizationServer {
  /** RFC 8414. */
  metadata(): object
  /** RFC 9728, of the MCP server at a path; null where there is none. */
  resourceMetadata(pathname: string): object | null
  /** RFC 7591. @param network of the sender; null for the machine itself */
  register(body: unknown, network: string | null): Promise<object>
  exchange(form: ReadonlyMap<string, string>): Promise<object>
  /** RFC 7009. */
  revoke(form: ReadonlyMap<string, string>): Promise<void>
  /** What a refusal is called in the protocol; null for any other error. */
  refusalOf(error: unknown): { code: string; message: string } | null
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** The reference describes our API; these are described by their RFCs. */
const HIDDEN = { schema: { hide: true } }
const MOST_FORM_BYTES = 16_000
const MOST_REGISTRATION_BYTES = 20_000

/** Where the metadata of the MCP server at a path is (RFC 9728 §3.1). */
export const resourceMetadataPath = (path: string): string => RESOURCE_METADATA + path

/** @returns null for a form that has a field twice (RFC 6749 §3.2) or a text that cannot be stored */
function readForm(text: string): ReadonlyMap<string, string> | null {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name) || value.includes('\0')) return null
    form.set(name, value)
  }
  return form
}

const answer = (reply: FastifyReply, status: number, body: object | null): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body ?? {})

type Work = (request: FastifyRequest) => Promise<object | null>

/** A refusal of the protocol is answered in its words; any other error as everywhere. */
const speaking =
  (server: AuthorizationServer, status: number, work: Work) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return answer(reply, status, await work(request))
    } catch (error) {
      const refusal = server.refusalOf(error)
      if (refusal === null) throw error
      request.refusal = 'invalid_input'
      return answer(reply, refusal.code === 'invalid_client' ? 401 : 400, {
        error: refusal.code,
        error_description: refusal.message,
      })
    }
  }

const formOf = ({ body }: FastifyRequest): ReadonlyMap<string, string> => {
  const form = typeof body === 'string' ? readForm(body) : new Map<string, string>()
  if (form === null)
    throw new AppError('malformed_payload', {
      problems: [{ message: 'A field was sent twice, or holds a NUL character', code: 'malformed_payload' }],
    })
  return form
}

function serveForms(scope: FastifyInstance, server: AuthorizationServer): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
    async (_request: FastifyRequest, text: string) => {
      checkText(text, 'body')
      return text
    },
  )
  scope.post(
    '/oauth/token',
    HIDDEN,
    speaking(server, 200, async (request) => server.exchange(formOf(request))),
  )
  scope.post(
    '/oauth/revoke',
    HIDDEN,
    speaking(server, 200, async (request) => {
      await server.revoke(formOf(request))
      return null
    }),
  )
}

export async function serveAuthorizationServer(app: FastifyInstance, server: AuthorizationServer): Promise<void> {
  const metadata = (reply: FastifyReply, body: object) =>
    reply
      .header('cache-control', 'public, max-age=300')
      // Public by nature: it names addresses.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  app.get('/.well-known/oauth-authorization-server', HIDDEN, (_request, reply) => metadata(reply, server.metadata()))
  app.get<{ Params: { '*': string } }>(`${RESOURCE_METADATA}/*`, HIDDEN, (request, reply) => {
    const body = server.resourceMetadata(`/${request.params['*']}`)
    if (body === null) throw new AppError('not_found')
    return metadata(reply, body)
  })
  await app.register(async (scope) => serveForms(scope, server))
  await app.register(async (scope) => {
    acceptJson(scope)
    scope.post(
      '/oauth/register',
      { ...HIDDEN, bodyLimit: MOST_REGISTRATION_BYTES },
      speaking(server, 201, async (request) => {
        const address = addressOf(request)
        return server.register(request.body, isLoopback(address) ? null : networkOf(address))
      }),
    )
  })
}
