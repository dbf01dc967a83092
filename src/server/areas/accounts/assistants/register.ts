/** Dynamic client registration (RFC 7591), open to anyone: what is registered is small, is limited per network, and expires when nobody uses it. */

import { AppError } from '#contract/core/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { readClientMetadata } from './client-metadata.ts'
import { deleteUnusedClients, insertClient } from './clients.store.ts'
import { createClientId } from './secrets.ts'

/** From one network, in an hour. */
const MOST_AN_HOUR = 30

/** Every program is public: it has no secret, and what it asked for otherwise is replaced (RFC 7591 §3.2.1). */
export interface Registration {
  client_id: string
  client_id_issued_at: number
  client_name: string
  redirect_uris: string[]
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
}

/**
 * @param network that the request came from; null for the machine itself, which is not counted
 * @throws OAuthError invalid_client_metadata, invalid_redirect_uri; AppError too_many_requests
 */
export async function registerClient(db: Database, metadata: unknown, network: string | null): Promise<Registration> {
  const client = readClientMetadata(metadata, 'An assistant')
  if (network !== null) {
    const limit = { name: 'assistant_registrations', subject: network, max: MOST_AN_HOUR }
    await enforceRateLimit(db, [limit], 'Too many clients were registered from here')
  }
  const insert = () => insertClient(db, { id: createClientId(), ...client })
  let row = await insert()
  if (row === null) {
    await deleteUnusedClients(db)
    row = await insert()
  }
  if (row === null) throw new AppError('too_many_requests', { retryAfter: 600 })
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(row.created_at.getTime() / 1000),
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
