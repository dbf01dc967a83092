/**
 * A cookie that says: a user has signed in to this account from this browser before. Its attempts are counted in a
 * separate bucket, so that strangers who guess at an account cannot lock its owner out (OWASP, "Slow down online
 * guessing attacks with device cookies"). It grants no access.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NAME = 'chowk.device'
const DAYS = 180

export interface KnownDevices {
  /** @returns the id of the device if the cookie was made for this account */
  recognise(cookie: string | null, email: string): string | null
  /** The `Set-Cookie` line for a browser that has just signed in. */
  remember(email: string): string
}

export function createKnownDevices(secret: string, options: { secure: boolean; path: string }): KnownDevices {
  const sign = (id: string, email: string) => createHmac('sha256', secret).update(`device\n${id}\n${email}`).digest()
  return {
    recognise(cookie, email) {
      const value = (cookie ?? '')
        .split(/; */)
        .find((part) => part.startsWith(`${NAME}=`))
        ?.slice(NAME.length + 1)
      const [id, given] = (value ?? '').split('.')
      if (!id || !given) return null
      const wanted = sign(id, email)
      const proof = Buffer.from(given, 'base64url')
      return proof.length === wanted.length && timingSafeEqual(proof, wanted) ? id : null
    },
    remember(email) {
      const id = randomBytes(12).toString('base64url')
      const secure = options.secure ? '; Secure' : ''
      const value = `${id}.${sign(id, email).toString('base64url')}`
      return `${NAME}=${value}; Max-Age=${DAYS * 86_400}; Path=${options.path}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}
