/** How a secret may be written in an answer that repeats it. */

/** Shorter secrets occur in ordinary text and are never searched for. */
const SHORTEST = 4
/** Shorter strings occur by chance once punctuation and case are ignored. */
export const SHORTEST_FOLDED = 8

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Code units that count in a comparison, folded to lower case. Zero for ASCII punctuation, spaces and control characters. */
const FOLDED = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  if (/[0-9A-Za-z]/.test(character)) FOLDED[code] = character.toLowerCase().charCodeAt(0)
}
/** Soft hyphen, zero-width characters and the byte order mark are invisible to a reader. */
const isInvisible = (code: number): boolean =>
  code === 0xad || code === 0xfeff || (code >= 0x200b && code <= 0x200f) || code === 0x2060

/** @returns 0 for a code unit that a comparison ignores */
export function fold(code: number): number {
  if (code < 128) return FOLDED[code] as number
  return isInvisible(code) ? 0 : code
}

export function foldText(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const code = fold(text.charCodeAt(i))
    if (code !== 0) codes[length++] = code
  }
  return codes.subarray(0, length)
}

/** The characters of an encoding that depend on the bytes alone when `offset` other bytes precede them. */
function encodedInside(bytes: Uint8Array, offset: number, alphabet: string): string {
  const width = Math.log2(alphabet.length)
  const first = Math.ceil((8 * offset) / width)
  const end = Math.floor((8 * (offset + bytes.length)) / width)
  let text = ''
  for (let character = first; character < end; character++) {
    let value = 0
    for (let bit = character * width; bit < (character + 1) * width; bit++) {
      const byte = bytes[Math.floor(bit / 8) - offset] ?? 0
      value = value * 2 + ((byte >> (7 - (bit % 8))) & 1)
    }
    text += alphabet[value]
  }
  return text
}

const encodedAnywhere = (bytes: Uint8Array, alphabet: string, period: number): string[] =>
  Array.from({ length: period }, (_, offset) => encodedInside(bytes, offset, alphabet))

/** As the bytes of UTF-8 look when each is read as one character. */
const asLatin1 = (secret: string): string => Buffer.from(secret).toString('latin1')

/** Spellings that are searched for character by character. */
function literals(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  return [
    secret,
    asLatin1(secret),
    secret.toLowerCase(),
    secret.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
}

/** Spellings that are searched for without regard to case, punctuation and white space. */
function foldedSpellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    asLatin1(secret),
    secret.toLowerCase(),
    secret.toUpperCase(),
    [...secret].toReversed().join(''),
    bytes.toString('hex'),
    [...bytes].join(''),
    ...encodedAnywhere(bytes, BASE64, 3),
    ...encodedAnywhere(bytes, BASE32, 5),
  ]
}

export interface Spellings {
  literal: string[]
  folded: Uint16Array[]
}

/** Secrets shorter than four characters are left out; those shorter than eight have literal spellings only. */
export function spellingsOf(secrets: readonly string[]): Spellings {
  const searched = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST)
  const long = searched.filter(({ length }) => length >= SHORTEST_FOLDED)
  const folded = [...new Set(long.flatMap(foldedSpellings))].map(foldText)
  return {
    literal: [...new Set(searched.flatMap(literals))],
    folded: folded.filter(({ length }) => length >= SHORTEST_FOLDED),
  }
}
