/** Answers in the envelope of specification §3. */
import type { Envelope, Problem } from '#contract/core/envelope.ts'

export const success = <T>(data: T, code: number): Envelope<T> => ({
  data,
  status: { code, result: 'success', timestamp: new Date().toISOString(), message: 'OK' },
})

export const failure = (code: number, message: string, errors: readonly Problem[]): Envelope<null> => ({
  data: null,
  status: { code, result: 'error', timestamp: new Date().toISOString(), message },
  errors: [...errors],
})
