/**
 * How much processor time runs may use on this server, in ms. Expressions count, wherever they are evaluated, and the steps that run in the
 * server's own thread. The code of code steps counts on its own; documents and AI models have limits of their own.
 */
export const PROCESSOR_LIMITS = {
  /** One run, while it stays in one server process. */
  run_ms: 30_000,
  /** The code of one run, while it stays in one server process. */
  code_ms: 600_000,
  /** All runs of one account or visitor within `window_ms`. */
  owner_ms: 40_000,
  window_ms: 60_000,
} as const

export type ProcessorLimits = Readonly<Record<keyof typeof PROCESSOR_LIMITS, number>>
