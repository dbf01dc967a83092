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

const slot = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff

export class Searcher {
  /** Codes of the hash that tells where a needle may begin. No needle is shorter. */
  static readonly WIDTH = 8
  readonly #needles: readonly Needle[]
  readonly #candidates = new Map<number, Needle[]>()
  readonly #filter = new Uint8Array(65_536)
  readonly #leaving: number
  #searches = 0

  constructor(needles: readonly Uint16Array[]) {
    this.#needles = needles.map((codes) => new Needle(codes))
    let leaving = 1
    for (let i = 1; i < Searcher.WIDTH; i++) leaving = Math.imul(leaving, 31)
    this.#leaving = leaving
    for (const needle of this.#needles) {
      let hash = 0
      for (let i = 0; i < Searcher.WIDTH; i++) hash = (Math.imul(hash, 31) + (needle.codes[i] as number)) | 0
      const same = this.#candidates.get(hash)
      if (same) same.push(needle)
      else this.#candidates.set(hash, [needle])
      this.#filter[slot(hash)] = 1
    }
  }

  /** Reports where needles are, in rising order. Occurrences that overlap are reported as one. */
  each(text: Codes, found: (start: number, end: number) => void): void {
    const { codes, length } = text
    if (length < Searcher.WIDTH) return
    const [filter, leaving, width] = [this.#filter, this.#leaving, Searcher.WIDTH]
    this.#searches++
    let hash = 0
    let [from, to] = [0, 0]
    for (let i = 0; i < length; i++) {
      if (i >= width) hash = (hash - Math.imul(codes[i - width] as number, leaving)) | 0
      hash = (Math.imul(hash, 31) + (codes[i] as number)) | 0
      if (filter[slot(hash)] === 0 || i < width - 1) continue
      const start = i - width + 1
      const end = start + this.#longestAt(text, start, hash)
      if (end === start) continue
      if (start >= to) {
        if (to > from) found(from, to)
        from = start
      }
      to = Math.max(to, end)
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
