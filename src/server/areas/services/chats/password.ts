/** Passwords of chat pages: salted, and hashed with scrypt, which takes about 50 ms of a thread. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
/** Takes 16 MB. Few guesses are allowed an hour, so it need not take longer. */
const COST = { N: 2 ** 14, r: 8, p: 1 }
const BYTES = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const made = await derive(password.normalize('NFKC'), salt, BYTES, COST)
  return `${salt.toString('base64url')}.${made.toString('base64url')}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const made = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), BYTES, COST)
  const kept = Buffer.from(hash, 'base64url')
  return made.length === kept.length && timingSafeEqual(made, kept)
}
