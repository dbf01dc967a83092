import { createHash, randomFillSync } from 'node:crypto'

const POOL_BYTES = 4096
const random = new Uint8Array(POOL_BYTES)
let next = POOL_BYTES

/** 10 random bytes, drawn from a pool refilled in one call: ids are made on the engine's hot path. */
function take(): Uint8Array {
  if (next + 10 > POOL_BYTES) {
    randomFillSync(random)
    next = 0
  }
  next += 10
  return random.subarray(next - 10, next)
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const at = (bytes: Uint8Array, index: number): string => hex[bytes[index] ?? 0] ?? '00'

/** A UUID of version 7 (RFC 9562): sorts by the millisecond it was made. */
export function uuidv7(now: number = Date.now()): string {
  const r = take()
  const time = now.toString(16).padStart(12, '0')
  const version = hex[0x70 | ((r[0] ?? 0) & 0x0f)]
  const variant = hex[0x80 | ((r[2] ?? 0) & 0x3f)]
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${at(r, 1)}-${variant}${at(r, 3)}-${at(r, 4)}${at(r, 5)}${at(r, 6)}${at(r, 7)}${at(r, 8)}${at(r, 9)}`
}

/** A UUID of version 8 that is the same for the same value. @param of anything that JSON holds */
export function uuidOf(of: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(of)).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-')
}
