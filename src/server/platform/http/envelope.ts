/** Answers in the envelope of specification §3. */
import type { Envelope, ErrorEnvelope, Problem } from '#contract/core/envelope.ts'

export const success = <T>(data: T, code: number): Envelope<T> => ({
  data,
  status: { code, result: 'success', timestamp: new Date().toISOString(), message: 'OK' },
})

/** @param request_id under which the log knows the request */
export const failure = (
  code: number,
  message: string,
  errors: readonly Problem[],
  request_id: string,
): ErrorEnvelope => ({
  data: null,
  status: { code, result: 'error', timestamp: new Date().toISOString(), message },
  errors: [...errors],
  request_id,
})
