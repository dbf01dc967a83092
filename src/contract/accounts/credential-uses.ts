/** What may use a credential, for the browser without zod. `lent`: an agent of someone else that works with it in its owner's runs. */
export const CREDENTIAL_USES = ['workflow', 'agent', 'lent', 'mcp_server', 'knowledge'] as const
export type CredentialUse = (typeof CREDENTIAL_USES)[number]
