/** Time-based one-time codes: RFC 6238 over RFC 4226 with SHA-1, six digits, steps of 30 s, as every authenticator app makes them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6

/** The code of a step, for a secret as the bytes of its text. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest[digest.length - 1] ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** @returns the step whose code this is: the present one, or a neighbour for a clock that is off; null when it is none of them. */
export function stepOf(secret: string, code: string, now: number = Date.now()): number | null {
  const present = Math.floor(now / STEP_MS)
  const given = Buffer.from(code)
  for (const step of [present, present - 1, present + 1]) {
    const wanted = Buffer.from(codeOf(secret, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return step
  }
  return null
}
