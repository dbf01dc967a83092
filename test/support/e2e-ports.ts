/** Who listens where during browser tests. Two tests may run at once, so each stand-in has a port of its own. */

/** One port after the other, beginning with the product's (`E2E_PORT`). */
const LISTENERS = [
  'product',
  'oauth',
  'model of models.spec.ts',
  'model of designer-proposal.spec.ts',
  'apps',
  'MCP server of mcp-tools.spec.ts',
  'plugin registry',
  'WhatsApp of connect-and-sell.spec.ts',
  'MCP server of connect-and-sell.spec.ts',
  'model of chats.spec.ts',
  'model of custom-agents.spec.ts',
  'model of skills.spec.ts',
  'website of knowledge.spec.ts',
  'WhatsApp',
  'model of agents-in-workflows.spec.ts',
  'Telegram',
  'Slack',
  'storage of knowledge-sources.spec.ts',
  'mailbox',
  'IMAP of the mailbox',
  'SMTP of the mailbox',
  'provider of sign-on.spec.ts',
  'name server',
] as const
export type Listener = (typeof LISTENERS)[number]

/** @param product the address of the product */
export const portOf = (product: string, listener: Listener): number =>
  Number(new URL(product).port) + LISTENERS.indexOf(listener)

/** @param product the address of the product */
export const addressOf = (product: string, listener: Listener): string =>
  `http://127.0.0.1:${portOf(product, listener)}`

/** What the product may call although it is on this machine: all but itself and the registry, where nothing answers. */
export const hostsToCall = (product: string): string[] =>
  LISTENERS.filter((one) => one !== 'product' && one !== 'plugin registry').map(
    (one) => new URL(addressOf(product, one)).host,
  )
