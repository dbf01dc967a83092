/** Bytes as hexadecimal and base64, without the host's Buffer. */

const CHUNK = 8192

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  return btoa(parts.join(''))
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/[+/=]/g, (character) => ({ '+': '-', '/': '_' })[character] ?? '')

/** Takes base64 and base64url, with or without padding and line breaks; null when it is neither. */
export function fromBase64(text: string): Uint8Array | null {
  const plain = text
    .replace(/\s/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return null
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))
}

export function fromHex(text: string): Uint8Array | null {
  const plain = text.trim()
  if (!/^(?:[\da-f]{2})*$/i.test(plain)) return null
  return Uint8Array.from({ length: plain.length / 2 }, (_, at) => Number.parseInt(plain.slice(at * 2, at * 2 + 2), 16))
}
