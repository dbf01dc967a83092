/** How callers identify themselves, per endpoint, in the terms of OpenAPI. */

import type { EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { KEY_SCOPES } from '#contract/endpoint-lists/key-scopes.ts'
import { RUN_TOKEN_ENDPOINTS } from '#contract/endpoint-lists/run-tokens.ts'

export const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a signed-in user. It is valid for 15 minutes; GET /api/auth/token returns a new one.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'chowk_…',
    description:
      'An API key in the Authorization header. Create one under Settings, API keys, with the scopes your program needs.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same API key in a header of its own, for clients that cannot set Authorization.',
  },
  runToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Run-Token',
    description:
      'The `access_token` that starting a run without an account returned. It gives access to that run only.',
  },
} as const

type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, string[]>>

/** Alternatives, of which one is enough; an empty one means that no credentials are needed. */
export function securityOf(name: string, { access }: EndpointDefinition): Requirement[] {
  const scopes = KEY_SCOPES[name as EndpointName] ?? []
  const keys = scopes.flatMap((scope): Requirement[] => [{ apiKey: [scope] }, { apiKeyHeader: [scope] }])
  const run: Requirement[] = RUN_TOKEN_ENDPOINTS.includes(name as EndpointName) ? [{ runToken: [] }] : []
  const nothing: Requirement[] = access.type === 'public' && run.length === 0 ? [{}] : []
  return [...nothing, { session: [] }, ...keys, ...run]
}
