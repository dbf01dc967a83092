/** What assistants prove themselves with: 256 random bits each, stored as a hash. The beginning says what it is, also to a scanner of secrets. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '#server/areas/accounts/api-keys/secret.ts'

export type SecretKind = 'code' | 'access' | 'refresh'

const BEGINNING: Record<SecretKind, string> = { code: 'chowk_oac_', access: 'chowk_oat_', refresh: 'chowk_ort_' }

export function createAssistantSecret(kind: SecretKind): { secret: string; hash: Buffer } {
  const secret = `${BEGINNING[kind]}${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashSecret(secret) }
}

export const isAccessToken = (text: string): boolean => text.startsWith(BEGINNING.access)

/** @returns the hash to look for; null for a text that is no such secret */
export const hashOfSecret = (kind: SecretKind, text: string): Buffer | null =>
  text.startsWith(BEGINNING[kind]) && /^[\w-]{53}$/.test(text) ? hashSecret(text) : null

export const isClientId = (text: string): boolean => /^chowk_client_[\w-]{22}$/.test(text)

export const createClientId = (): string => `chowk_client_${randomBytes(16).toString('base64url')}`

/** 43 to 128 unreserved characters (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Whether the verifier is the one whose S256 challenge came with the authorization request. */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const computed = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === computed.length && timingSafeEqual(wanted, computed)
}
