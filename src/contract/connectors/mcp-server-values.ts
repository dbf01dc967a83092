/** Constants of MCP servers that the browser needs, without zod. */
export const MCP_SIGN_INS = ['none', 'headers', 'oauth'] as const
export type McpSignIn = (typeof MCP_SIGN_INS)[number]

/**
 * `sign_in`: its owner has not agreed at the service yet, or not given the values that a package asks for. `reconnect`: the service takes the account no longer. `failed`: the last
 * attempt to reach it failed. `disabled`: admins switched its package off.
 */
export const MCP_STATES = ['connected', 'sign_in', 'reconnect', 'failed', 'disabled'] as const
export type McpState = (typeof MCP_STATES)[number]

/** `changed` and `new` are stopped until the owner agrees; `gone` is offered no longer. */
export const MCP_TOOL_STATES = ['on', 'off', 'changed', 'new', 'gone'] as const
export type McpToolState = (typeof MCP_TOOL_STATES)[number]

export const MCP_SERVERS = {
  per_user: 50,
  tools: 500,
  headers: 5,
  name_chars: 80,
  /** Of one person. */
  connects_an_hour: 120,
  answers: 10,
} as const
