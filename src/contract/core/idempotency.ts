/** Which requests may be repeated safely with the header `Idempotency-Key`. */
import type { EndpointDefinition } from './endpoint.ts'

/** 1 to 255 visible ASCII characters; a UUID is a good choice. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

export const IDEMPOTENCY_ERRORS = ['idempotency_mismatch', 'idempotency_in_progress', 'idempotency_unknown'] as const

/** Every POST that answers in the envelope or as another API does, but for signing in (its answers are bound to a browser) and webhooks (signed by their senders). */
export const takesIdempotencyKey = ({ method, path, any_method, answers }: EndpointDefinition): boolean =>
  method === 'POST' &&
  !any_method &&
  (answers === undefined || answers === 'bare') &&
  !/^\/(?:api\/auth|hooks)\//.test(path)
