/** The text of an API key: made here, kept as a hash. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { API_KEY } from '#contract/accounts/key-values.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const PREFIX = 10

/** The secret has 256 random bits: a plain hash of it cannot be turned back by guessing. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export interface NewSecret {
  secret: string
  prefix: string
  hash: Buffer
}

export function createSecret(): NewSecret {
  const prefix = Array.from({ length: PREFIX }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const secret = `chowk_${prefix}_${randomBytes(32).toString('base64url')}`
  return { secret, prefix, hash: hashSecret(secret) }
}

/** The public part by which a key is found; null when this is none. */
export const readKeyPrefix = (secret: string): string | null => API_KEY.exec(secret)?.[1] ?? null

/** In the same time for every key that is not the one, known prefix or not. */
export function isSecretOf(secret: string, stored: Buffer | null): boolean {
  const given = hashSecret(secret)
  return (
    timingSafeEqual(given, stored?.length === given.length ? stored : Buffer.alloc(given.length)) && stored !== null
  )
}
