/** Ids that are the same for the same name. */
import { toHex } from './bytes.ts'

/** RFC 9562: the namespace for names that are no address, domain or directory name of their own. */
const NAMESPACE = '6ba7b812-9dad-11d1-80b4-00c04fd430c8'

/** UUID version 5 (RFC 9562, 5.5). */
export async function nameBasedId(name: string): Promise<string> {
  const space = NAMESPACE.replaceAll('-', '').match(/../g) ?? []
  const named = new TextEncoder().encode(name)
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-1', Uint8Array.from([...space.map((pair) => Number.parseInt(pair, 16)), ...named])),
  )
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(hash.subarray(0, 16))
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
