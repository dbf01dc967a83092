/** How a secret may be written in an answer that repeats it. */

/** Shorter secrets occur in ordinary text and are never searched for. */
const SHORTEST = 4
/** Shorter strings occur by chance once punctuation and case are ignored. */
export const SHORTEST_FOLDED = 8

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Soft hyphen, zero-width characters and the byte order mark are invisible to a reader. */
const isInvisible = (code: number): boolean =>
  code === 0xad || code === 0xfeff || (code >= 0x200b && code <= 0x200f) || code === 0x2060

/**
 * Code units as they are compared: letters in lower case, and the full-width and other forms of an ASCII character as that one. Zero for
 * those that a comparison ignores: ASCII punctuation, spaces, control characters and what is invisible.
 */
export const FOLDED = new Uint16Array(65_536)
for (let code = 0; code < FOLDED.length; code++) FOLDED[code] = isInvisible(code) ? 0 : code

/** ASCII, and the blocks in which Unicode has other forms of its characters. */
const BLOCKS = [
  [0, 0x300],
  [0x1d00, 0x2500],
  [0xff00, 0xfff0],
] as const
for (const [from, to] of BLOCKS)
  for (let code = from; code < to; code++) {
    const plain = String.fromCharCode(code).normalize('NFKC')
    if (/^[0-9A-Za-z]$/.test(plain)) FOLDED[code] = plain.toLowerCase().charCodeAt(0)
    else if (/^[\0-\x7f]$/.test(plain)) FOLDED[code] = 0
  }

/** @returns 0 for a code unit that a comparison ignores */
export const foldCode = (code: number): number => FOLDED[code] as number

export function foldText(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const code = foldCode(text.charCodeAt(i))
    if (code !== 0) codes[length++] = code
  }
  return codes.subarray(0, length)
}

/** The same characters of base64, which Node encodes much faster. */
const base64Inside = (bytes: Uint8Array, offset: number): string =>
  Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6))

/** The characters of base32 that depend on the bytes alone when `offset` other bytes precede them. */
function base32Inside(bytes: Uint8Array, offset: number): string {
  const width = 5
  const first = Math.ceil((8 * offset) / width)
  const end = Math.floor((8 * (offset + bytes.length)) / width)
  let text = ''
  for (let character = first; character < end; character++) {
    let value = 0
    for (let bit = character * width; bit < (character + 1) * width; bit++) {
      const byte = bytes[Math.floor(bit / 8) - offset] ?? 0
      value = value * 2 + ((byte >> (7 - (bit % 8))) & 1)
    }
    text += BASE32[value]
  }
  return text
}

const anywhere = (inside: typeof base64Inside, bytes: Uint8Array, period: number): string[] =>
  Array.from({ length: period }, (_, offset) => inside(bytes, offset))

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

/**
 * Parts of a secret that are no secret: scheme and host of an address, the provider of a mail address, the first and last line of a key
 * file. They occur in answers that tell nothing.
 */
const OPEN_PARTS =
  /-----(?:BEGIN|END) [A-Z0-9 ]{1,64}-----|^[a-z][a-z0-9+.-]{1,32}:(?=\/\/)|(?<=@|\/\/)(?:[\w-]+\.)+[\w-]+(?::\d+)?(?=[/?#]|$)/gi

/** Which folded characters of a secret are in its open parts. */
function openIn(secret: string): Uint8Array {
  const isOpen = new Uint8Array(secret.length)
  for (const { index, 0: part } of secret.matchAll(OPEN_PARTS)) isOpen.fill(1, index, index + part.length)
  return isOpen.filter((_, i) => foldCode(secret.charCodeAt(i)) !== 0)
}

/** For each character, and for the end, how many before it are in no open part. */
export function closedBefore(isOpen: Uint8Array): Uint16Array {
  const closed = new Uint16Array(isOpen.length + 1)
  for (let i = 0; i < isOpen.length; i++) closed[i + 1] = (closed[i] as number) + (isOpen[i] === 1 ? 0 : 1)
  return closed
}

/** Spellings that are searched for without regard to case, punctuation and white space. */
function foldedSpellings(secret: string): Spelling[] {
  const bytes = Buffer.from(secret)
  const wide = Buffer.from(secret, 'utf16le')
  const forward = [
    secret,
    asLatin1(secret),
    secret.toLowerCase(),
    secret.toUpperCase(),
    bytes.toString('hex'),
    [...bytes].join(''),
    ...anywhere(base64Inside, bytes, 3),
    ...anywhere(base32Inside, bytes, 5),
  ]
  const inUtf16 = [wide, Buffer.from(wide).swap16()].flatMap((units) => [
    units.toString('hex'),
    ...anywhere(base64Inside, units, 3),
  ])
  return [
    ...forward.map((one) => ({ codes: foldText(one), isReversed: false, inParts: true })),
    { codes: foldText([...secret].toReversed().join('')), isReversed: true, inParts: true },
    ...inUtf16.map((one) => ({ codes: foldText(one), isReversed: false, inParts: false })),
  ]
}

const textOf = (codes: Uint16Array): string =>
  Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le')

export interface Spelling {
  codes: Uint16Array
  isReversed: boolean
  /** Whether its fragments are searched for. Not in UTF-16, which is rare and more than half of all codes. */
  inParts: boolean
}

export interface FoldedSecret {
  codes: Uint16Array
  /** For each code, whether it is in a part of the secret that anybody may know. */
  isOpen: Uint8Array
  /** Whether it has words, which are in other text as well. */
  isSentence: boolean
  /** None is shorter than eight codes, no two are the same. */
  spellings: Spelling[]
}

function foldedSecret(secret: string): FoldedSecret {
  const spellings = new Map<string, Spelling>()
  for (const spelling of foldedSpellings(secret)) {
    const key = textOf(spelling.codes)
    if (spelling.codes.length >= SHORTEST_FOLDED && !spellings.has(key)) spellings.set(key, spelling)
  }
  return {
    codes: foldText(secret),
    isOpen: openIn(secret),
    isSentence: /\s/.test(secret),
    spellings: [...spellings.values()],
  }
}

export interface Spellings {
  literal: string[]
  folded: FoldedSecret[]
}

/** Secrets shorter than four characters are left out; those shorter than eight have literal spellings only. */
export function collectSpellings(secrets: readonly string[]): Spellings {
  const searched = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST)
  return {
    literal: [...new Set(searched.flatMap(literals))],
    folded: searched.filter(({ length }) => length >= SHORTEST_FOLDED).map(foldedSecret),
  }
}
