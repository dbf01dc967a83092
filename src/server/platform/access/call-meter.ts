import type { UserId } from '#contract/core/primitives.ts'

/** Counts the calls of API keys. */
export interface CallMeter {
  /** Counts one call. @throws plan_limit (`api_calls`) at the limit, and then counts none */
  take(user: UserId): Promise<void>
}
