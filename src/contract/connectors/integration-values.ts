/** Constants of integrations that the browser needs, without zod. */
export const INTEGRATION_SOURCES = ['openapi', 'mcp', 'piece', 'builtin'] as const
export type IntegrationSource = (typeof INTEGRATION_SOURCES)[number]

/** `destructive` removes, or cannot be taken back. */
export const ACTION_EFFECTS = ['read', 'write', 'destructive'] as const
export type ActionEffect = (typeof ACTION_EFFECTS)[number]

/** `per_user`: apps that a person may add; `actions`: of one of them. `calls_an_hour`: direct calls of one person. */
export const INTEGRATIONS = { per_user: 50, actions: 5000, calls_an_hour: 3600 } as const
