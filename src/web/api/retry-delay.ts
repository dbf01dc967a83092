import { LIMITS } from '#contract/core/limits.ts'

const { query } = LIMITS

/** 1 s, doubling, at most 30 s. `attempt` counts from 0. */
export const retryDelay = (attempt: number): number => Math.min(query.retry_first_ms * 2 ** attempt, query.retry_max_ms)
