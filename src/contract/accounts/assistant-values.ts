/** What assistants may be allowed, and how many there may be. Plain data, for the browser too. */

/** What a person can let an assistant do. An API key of the same scope opens no more. */
export const ASSISTANT_SCOPES = ['read', 'run'] as const
export type AssistantScope = (typeof ASSISTANT_SCOPES)[number]

export const ASSISTANTS = {
  per_user: 50,
  name_chars: 80,
  /** The query of an authorization request. */
  request_chars: 6000,
} as const

/** Where a person agrees. */
export const AUTHORIZE_PATH = '/oauth/authorize'
/** The path under which the marketplace and all services of a person are one MCP server, for those who sign in. */
export const ALL_SERVICES_PATH = '/mcp/services'
