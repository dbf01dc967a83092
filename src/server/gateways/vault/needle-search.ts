/** Searches a text for many strings at once, in time that grows with the text alone, however repetitive text and strings are. */

export interface Codes {
  codes: Uint16Array
  length: number
}

/** One string to search for. It remembers its longest comparison, so that no code of a text is compared with it twice. */
class Needle {
  readonly codes: Uint16Array
  #prefixes: Uint32Array | undefined
  #search = 0
  #comparedAt = 0
  #matched = 0

  constructor(codes: Uint16Array) {
    this.codes = codes
  }

  /** Counts how many codes at `start` are the first codes of the needle. The places of one search must rise. */
  matchAt({ codes, length }: Codes, start: number, search: number): number {
    const needle = this.codes
    if (search !== this.#search) this.#matched = 0
    this.#search = search
    const shift = start - this.#comparedAt
    let size = 0
    if (shift > 0 && shift < this.#matched) {
      // These codes of the text are codes of the needle: the needle compared with itself tells how far they match.
      this.#prefixes ??= prefixesOf(needle)
      const known = this.#matched - shift
      size = this.#prefixes[shift] as number
      if (size < known) return size
      size = known
    }
    const most = Math.min(needle.length, length - start)
    while (size < most && codes[start + size] === needle[size]) size++
    this.#comparedAt = start
    this.#matched = size
    return size
  }
}

/** For each place of a string, how many codes from there on are its first codes (the Z algorithm). */
function prefixesOf(codes: Uint16Array): Uint32Array {
  const sizes = new Uint32Array(codes.length)
  let [from, to] = [0, 0]
  for (let i = 1; i < codes.length; i++) {
    let size = i < to ? Math.min(to - i, sizes[i - from] as number) : 0
    while (i + size < codes.length && codes[i + size] === codes[size]) size++
    sizes[i] = size
    if (i + size > to) [from, to] = [i, i + size]
  }
  return sizes
}

/** Codes of the hash that tells where a needle may begin. No needle is shorter. */
export const WIDTH = 8
const LEAVING = Math.imul(31 ** 3, Math.imul(31 ** 2, 31 ** 2))

/** Calls back with the hash of each `WIDTH` codes in a row. */
export function eachHash(codes: Uint16Array, found: (start: number, hash: number) => void): void {
  let hash = 0
  for (let i = 0; i < codes.length; i++) {
    if (i >= WIDTH) hash = (hash - Math.imul(codes[i - WIDTH] as number, LEAVING)) | 0
    hash = (Math.imul(hash, 31) + (codes[i] as number)) | 0
    if (i >= WIDTH - 1) found(i - WIDTH + 1, hash)
  }
}

export class Searcher {
  readonly #needles: readonly Needle[]
  readonly #candidates = new Map<number, Needle[]>()
  /** One bit for each hash that is looked for; a few others share it. */
  readonly #filter: Uint32Array
  readonly #mask: number
  #searches = 0

  /** @param others hashes at which `each` calls back as well */
  constructor(needles: readonly Uint16Array[], others: Int32Array = new Int32Array(0)) {
    this.#needles = needles.map((codes) => new Needle(codes))
    const bits = 2 ** Math.max(16, Math.ceil(Math.log2(32 * others.length + 1)))
    this.#mask = bits - 1
    this.#filter = new Uint32Array(bits / 32)
    for (const hash of others) this.#mark(hash)
    for (const needle of this.#needles)
      eachHash(needle.codes.subarray(0, WIDTH), (_, hash) => {
        const same = this.#candidates.get(hash)
        if (same) same.push(needle)
        else this.#candidates.set(hash, [needle])
        this.#mark(hash)
      })
  }

  #mark(hash: number): void {
    const bit = (hash ^ (hash >>> 16)) & this.#mask
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31))
  }

  /**
   * Reports where needles are, in rising order. Occurrences that overlap are reported as one.
   * @param other told of places outside of needles where one of the other hashes may be
   */
  each(text: Codes, found: (start: number, end: number) => void, other?: (start: number, hash: number) => void): void {
    const { codes, length } = text
    if (length < WIDTH) return
    const [filter, mask] = [this.#filter, this.#mask]
    this.#searches++
    let hash = 0
    let [from, to] = [0, 0]
    for (let i = 0; i < length; i++) {
      if (i >= WIDTH) hash = (hash - Math.imul(codes[i - WIDTH] as number, LEAVING)) | 0
      hash = (Math.imul(hash, 31) + (codes[i] as number)) | 0
      const bit = (hash ^ (hash >>> 16)) & mask
      if (((filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0 || i < WIDTH - 1) continue
      const start = i - WIDTH + 1
      const end = start + this.#longestAt(text, start, hash)
      if (end > start) {
        if (start >= to) {
          if (to > from) found(from, to)
          from = start
        }
        to = Math.max(to, end)
      }
      if (other && i >= to) other(start, hash)
    }
    if (to > from) found(from, to)
  }

  #longestAt(text: Codes, start: number, hash: number): number {
    let longest = 0
    for (const needle of this.#candidates.get(hash) ?? []) {
      const size = needle.matchAt(text, start, this.#searches)
      if (size === needle.codes.length && size > longest) longest = size
    }
    return longest
  }

  /** How many codes at the end of a text are the beginning of a needle that may go on. */
  begunAtEnd(text: Codes): number {
    const { codes, length } = text
    let most = 0
    this.#searches++
    for (const needle of this.#needles) {
      const first = needle.codes[0]
      for (let at = Math.max(0, length - needle.codes.length + 1); at < length - most; at++)
        if (codes[at] === first && at + needle.matchAt(text, at, this.#searches) === length) most = length - at
    }
    return most
  }
}
