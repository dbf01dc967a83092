/**
 * An assistant asks, a person agrees: the authorization endpoint (OAuth 2.1 §4.1.1, RFC 7636, RFC 8707, RFC 9207). Whatever is wrong with
 * the program or its return address is shown to the person and sent nowhere; other problems are for the program.
 */
import { createHash } from 'node:crypto'
import { ASSISTANT_SCOPES, ASSISTANTS, type AssistantScope } from '#contract/accounts/assistant-values.ts'
import type { AssistantRequest } from '#contract/accounts/assistants.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import * as store from './assistants.store.ts'
import { type ClientDocuments, isDocumentAddress } from './client-document.ts'
import { findClient, noteClientUse } from './clients.store.ts'
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
import { isOnDevice, isRegistered, shownTarget } from './redirect-uri.ts'
import { describeServer, type NameService, readResource } from './resources.ts'
import { CHALLENGE, createAssistantSecret, isClientId } from './secrets.ts'

type Connect = Grant<'assistant.connect', UserId>

export interface AuthorizationParts {
  db: Database
  publicUrl: string
  documents: ClientDocuments
  nameService: NameService
}

/** The exchange follows at once. */
const CODE_S = 120
const MOST_STATE_CHARS = 2000

interface Client {
  id: string
  name: string
  site: string | null
  redirect_uris: readonly string[]
}

const UNKNOWN =
  'This assistant isn’t registered here any more. Remove the connection in the assistant and connect it again.'

async function findAsking({ db, documents }: AuthorizationParts, id: string): Promise<Client> {
  if (!isDocumentAddress(id)) {
    const client = isClientId(id) ? await findClient(db, id) : null
    if (client === null) throw fieldError('client_id', UNKNOWN)
    return { ...client, site: null }
  }
  try {
    return { id, site: new URL(id).host, ...(await documents.get(id)) }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw fieldError('client_id', `This assistant can’t be identified. ${error.message}.`)
  }
}

/** The parameters of a request, each at most once (RFC 6749 §3.1). */
function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) repeated.add(name)
    if (value !== '') parameters.set(name, value)
  }
  // Which one is meant is not for us to choose.
  for (const name of repeated)
    if (name === 'client_id' || name === 'redirect_uri') throw fieldError(name, 'Sent more than once')
  if (repeated.size > 0) parameters.set('repeated', [...repeated].join(', '))
  return parameters
}

/** With the issuer, so that an assistant notices an answer that another server made (RFC 9207). */
function addressOf(redirectUri: string, publicUrl: string, parameters: Record<string, string | null>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...parameters, iss: publicUrl }))
    if (value !== null) url.searchParams.set(name, value)
  return url.href
}

interface Asked {
  client: Client
  redirect_uri: string
  state: string | null
  /** What is wrong, for the program; then nothing can be agreed to. */
  refusal: { code: OAuthErrorCode; message: string } | null
  scopes: AssistantScope[]
  resource: string
  challenge: string
}

type Problem = [code: OAuthErrorCode, message: string] | false

function readScopes(text: string | undefined): AssistantScope[] {
  // A program that names none asks for what the server's metadata names.
  if (text === undefined) return [...ASSISTANT_SCOPES]
  const asked = text.split(' ')
  return ASSISTANT_SCOPES.filter((scope) => asked.includes(scope))
}

/** @throws AppError invalid_input where the browser must not be sent on */
async function readRequest(parts: AuthorizationParts, text: string): Promise<Asked> {
  const parameters = readParameters(text)
  const client_id = parameters.get('client_id')
  if (client_id === undefined) throw fieldError('client_id', 'The link is incomplete. Start again in the assistant.')
  const client = await findAsking(parts, client_id)
  const only = client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined
  const redirect_uri = parameters.get('redirect_uri') ?? only
  if (redirect_uri === undefined || !isRegistered(redirect_uri, client.redirect_uris))
    throw fieldError('redirect_uri', 'The assistant asks to return to an address it hasn’t registered.')
  const state = parameters.get('state') ?? null
  const scopes = readScopes(parameters.get('scope'))
  const challenge = parameters.get('code_challenge') ?? ''
  const resource = readResource(parameters.get('resource') ?? '', parts.publicUrl)
  const problems: Problem[] = [
    parameters.has('repeated') && [
      'invalid_request',
      `Sent more than once: ${parameters.get('repeated')?.slice(0, 100)}`,
    ],
    state !== null &&
      state.length > MOST_STATE_CHARS && ['invalid_request', `state is longer than ${MOST_STATE_CHARS}`],
    parameters.get('response_type') !== 'code' && ['unsupported_response_type', 'response_type must be code'],
    !CHALLENGE.test(challenge) && ['invalid_request', 'code_challenge is missing or is no S256 challenge'],
    parameters.get('code_challenge_method') !== 'S256' && ['invalid_request', 'code_challenge_method must be S256'],
    resource === null && ['invalid_target', 'resource must be the address of an MCP server of this installation'],
    scopes.length === 0 && ['invalid_scope', `scope must name one of: ${ASSISTANT_SCOPES.join(', ')}`],
  ]
  const first = problems.find((one) => one !== false)
  const refusal = first ? { code: first[0], message: first[1] } : null
  return { client, redirect_uri, state, refusal, scopes, resource: resource ?? '', challenge }
}

/** Stands for everything a person is shown, and where the answer goes. */
const digestOf = ({ client, redirect_uri, scopes, resource, challenge, state }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([client.id, client.name, redirect_uri, scopes, resource, challenge, state]))
    .digest('base64url')

async function refuseFull(db: Queryable, user: UserId): Promise<void> {
  if ((await store.countAssistants(db, user)) < ASSISTANTS.per_user) return
  throw new AppError('limit_reached', {
    message: `An account can connect up to ${ASSISTANTS.per_user} assistants. Disconnect one you no longer use.`,
  })
}

const NOT_THEIRS = { code: 'invalid_target' as const, message: 'This service isn’t in your account.' }

/** @throws AppError invalid_input */
async function readFor(parts: AuthorizationParts, user: UserId, text: string) {
  const asked = await readRequest(parts, text)
  const server = asked.refusal ? null : await describeServer(asked.resource, { ...parts, owner: user })
  const refusal = server?.kind === 'service' && server.service === null ? NOT_THEIRS : asked.refusal
  return { asked: { ...asked, refusal }, server }
}

/**
 * What a person is shown before they agree.
 * @throws AppError invalid_input where the request cannot be believed, limit_reached
 */
export async function describeAssistantRequest(
  parts: AuthorizationParts,
  grant: Connect,
  text: string,
): Promise<AssistantRequest> {
  const { asked, server } = await readFor(parts, grant.on, text)
  const { client, redirect_uri, state, refusal } = asked
  if (refusal === null) await refuseFull(parts.db, grant.on)
  const url = new URL(redirect_uri)
  const told = { error: refusal?.code ?? 'access_denied', error_description: refusal?.message ?? null, state }
  return {
    name: client.name,
    site: client.site,
    returns_to: shownTarget(url),
    is_local: isOnDevice(url),
    server,
    scopes: asked.scopes,
    digest: digestOf(asked),
    cancel_to: addressOf(redirect_uri, parts.publicUrl, told),
    refusal: refusal?.message ?? null,
  }
}

export interface Agreed {
  request: string
  digest: string
  scopes: readonly AssistantScope[]
}

/**
 * Makes the code with which the assistant fetches its tokens.
 * @returns where the browser goes with it
 * @throws AppError invalid_input, stale_details when it is not what the person saw, limit_reached
 */
export async function connectAssistant(
  parts: AuthorizationParts,
  grant: Connect,
  { request, digest, scopes }: Agreed,
): Promise<{ redirect_to: string }> {
  const { asked } = await readFor(parts, grant.on, request)
  if (asked.refusal !== null) throw fieldError('request', asked.refusal.message)
  if (digestOf(asked) !== digest) throw new AppError('stale_details')
  if (!scopes.every((scope) => asked.scopes.includes(scope)))
    throw fieldError('scopes', 'The assistant didn’t ask for this')
  const { client, redirect_uri, state, resource, challenge } = asked
  const { secret, hash } = createAssistantSecret('code')
  await parts.db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseFull(tx, grant.on)
    await store.insertCode(tx, {
      ...{ hash, redirect_uri, resource, challenge },
      user_id: grant.on,
      client_id: client.id,
      name: client.name,
      returns_to: shownTarget(new URL(redirect_uri)),
      scopes: ASSISTANT_SCOPES.filter((scope) => scopes.includes(scope)),
      lives_s: CODE_S,
    })
    if (client.site === null) await noteClientUse(tx, client.id)
  })
  return { redirect_to: addressOf(redirect_uri, parts.publicUrl, { code: secret, state }) }
}
