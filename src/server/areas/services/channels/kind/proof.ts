/** Proofs of who delivers. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'

/** In constant time, of values of any length. */
export const isSame = (given: unknown, expected: string): boolean => {
  if (typeof given !== 'string' || expected === '') return false
  const [left, right] = [given, expected].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/** @returns the HMAC-SHA-256 in hexadecimal digits */
export const signatureOf = (secret: string, ...parts: readonly (string | Uint8Array)[]): string => {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

export const refuseDelivery = (message = 'The signature of the delivery is invalid.'): never => {
  throw new AppError('unauthenticated', { message })
}
