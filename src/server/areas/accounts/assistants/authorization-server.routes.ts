/** The authorization server as assistants see it: what they read of it, register at it and exchange with it. */
import { ASSISTANT_SCOPES, AUTHORIZE_PATH } from '#contract/accounts/assistant-values.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AuthorizationServer } from '#server/platform/http/oauth/authorization-server.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { OAuthError } from './oauth-error.ts'
import { registerClient } from './register.ts'
import { readResourcePath } from './resources.ts'
import { exchangeCode, exchangeRefreshToken, type Form, revokeToken } from './tokens.ts'

/** RFC 8414 §2; client metadata documents and the issuer in answers are told of as their specifications say. */
const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${AUTHORIZE_PATH}`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: ASSISTANT_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${publicUrl}/docs/mcp`,
})

/** RFC 9728 §2. */
const resourceMetadata = (publicUrl: string, name: string, path: string) => ({
  resource: `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  scopes_supported: ASSISTANT_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: name,
  resource_documentation: `${publicUrl}/docs/mcp`,
})

const GRANTS: Record<string, typeof exchangeCode> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
}

interface Parts {
  db: Database
  publicUrl: string
  name: () => string
  log: WarningLog
}

export function createAuthorizationServer(parts: Parts): AuthorizationServer {
  const { db, publicUrl, name } = parts
  const metadata = serverMetadata(publicUrl)
  return {
    metadata: () => metadata,
    resourceMetadata: (pathname) => {
      const path = readResourcePath(pathname)
      return path === null ? null : resourceMetadata(publicUrl, name(), path)
    },
    register: (body, network) => registerClient(db, body, network),
    exchange: async (form: Form) => {
      const type = form.get('grant_type')
      const exchange = type === undefined ? undefined : Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
      if (type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing')
      if (exchange === undefined)
        throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
      return exchange(parts, form)
    },
    revoke: (form: Form) => revokeToken(parts, form),
    refusalOf: (error) => (error instanceof OAuthError ? { code: error.code, message: error.message } : null),
  }
}
