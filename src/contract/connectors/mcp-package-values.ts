/** Constants of MCP packages that the browser needs, without zod. */

export const MCP_PACKAGE_STATES = ['enabled', 'disabled'] as const
export const MCP_PACKAGE_SOURCES = ['registry', 'file'] as const

/** `secret`: sealed, and given to the server for everyone. `personal`: each person gives their own when they connect. */
export const MCP_VALUE_KINDS = ['plain', 'secret', 'personal'] as const
export type McpValueKind = (typeof MCP_VALUE_KINDS)[number]

export const MCP_PACKAGE_EVENTS = ['installed', 'updated', 'enabled', 'disabled', 'changed', 'removed'] as const
export type McpPackageEvent = (typeof MCP_PACKAGE_EVENTS)[number]

export const MCP_PACKAGES = {
  installed: 50,
  arguments: 30,
  argument_chars: 1000,
  environment: 50,
  value_chars: 4000,
  hosts: 50,
  tools: 502,
  /** Checks and starts of one admin. */
  checks_an_hour: 120,
} as const
