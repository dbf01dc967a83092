import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'

/** For servers without a database: no request of their tests carries an Idempotency-Key. */
export const noIdempotency: Idempotency = {
  once: () => Promise.reject(new Error('This test keeps no answers')),
}
