/** Constants of lent accounts that the browser needs, without zod. */

/** How an account that an agent asks for is. */
export const LENT_STATES = ['empty', 'ready', 'asks_more', 'reconnect'] as const
export type LentState = (typeof LENT_STATES)[number]
