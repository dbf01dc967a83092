/**
 * Programs that publish who they are at an https address, which is their id (OAuth Client ID Metadata Document). The site of that address
 * vouches for the name. The document is fetched through the guarded way out, follows no redirect, and is never larger than it needs to be.
 */
import type { HttpPort } from '#nodes/ports.ts'
import { createCache, createClockEpoch } from '#server/platform/cache.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

export interface ClientDocuments {
  /** @throws OAuthError invalid_client when there is no usable document at the address */
  get(address: string): Promise<ClientMetadata>
}

const MOST_CHARS = 10_000
const FETCH_MS = 5 * SECOND_MS
const FRESH_MS = 5 * MINUTE_MS
const KEPT = 500
const MOST_ADDRESS_CHARS = 500

/** Whether an id is the address of a document: https, with a path, and written only one way. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > MOST_ADDRESS_CHARS || !id.startsWith('https://') || !URL.canParse(id)) return false
  const url = new URL(id)
  // The parser resolves dots and writes the host in lower case: an address that it changes has a second spelling.
  return (
    url.href === id &&
    url.pathname !== '/' &&
    url.hash === '' &&
    !id.includes('#') &&
    url.username === '' &&
    url.password === ''
  )
}

const refuse = (message: string) => new OAuthError('invalid_client', message)

async function fetchDocument(http: HttpPort, address: string): Promise<ClientMetadata> {
  const request = {
    method: 'GET',
    url: address,
    headers: { accept: 'application/json' },
    body: null,
    redirects: 'refuse',
    timeout_ms: FETCH_MS,
  } as const
  const { status, body } = await http(request, AbortSignal.timeout(FETCH_MS)).catch(() => {
    throw refuse('The metadata document of the client cannot be fetched')
  })
  if (status !== 200) throw refuse(`The metadata document of the client answered ${status}`)
  if (body.length > MOST_CHARS)
    throw refuse(`The metadata document of the client is longer than ${MOST_CHARS} characters`)
  let document: unknown
  try {
    document = JSON.parse(body)
  } catch {
    throw refuse('The metadata document of the client is not JSON')
  }
  const { client_id, token_endpoint_auth_method: method } = (document ?? {}) as Record<string, unknown>
  if (client_id !== address) throw refuse('The metadata document names another client_id')
  if (method !== undefined && method !== 'none')
    throw refuse('The client must use the token endpoint without a secret: token_endpoint_auth_method none')
  return readClientMetadata(document, new URL(address).host)
}

/** @param http the guarded way out */
export const createClientDocuments = (http: HttpPort): ClientDocuments =>
  createCache((address) => fetchDocument(http, address), {
    epoch: createClockEpoch(FRESH_MS),
    lag_ms: 0,
    max: KEPT,
  })
