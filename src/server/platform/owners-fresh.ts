/**
 * For how long a process may use what it read of who owns a workflow or sells an agent, in ms. A version never changes, but a transfer
 * gives its workflow to another account (decision 0364): within five seconds nothing of the old one is used for it any more.
 */
export const OWNERS_FRESH_MS = 2_000
