/**
 * The index of one base in the memory of this process: which chunks have which words, and the signs of their vectors. It says which chunks
 * are worth reading; whether they still exist and who may read them is asked of the database with the chunks themselves.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SignScan } from '#server/platform/vectors/sign-scan.ts'
import { DIMENSIONS } from '#server/platform/vectors/signature.ts'
import { mergeWordIndexes, WordIndex, WordList } from './word-index.ts'

/** The index of a document as it is stored. */
export interface StoredIndex {
  document_id: string
  index_id: string
  chunks: number
  words: Uint8Array
  signatures: Uint8Array
  /** What made its vectors: those of different models can't be compared. */
  embedding: string
}

/** A chunk by its place. */
export interface Place {
  document_id: string
  index_id: string
  position: number
}
export interface Candidate extends Place {
  /** BM25; null when no word of the search is in it, or it was found by its vector alone. */
  bm25: number | null
}

interface IndexedDocument {
  document_id: string
  index_id: string
  embedding: string
  first: number
  chunks: number
}

const K1 = 1.2
const B = 0.75
/** Documents read since the base was loaded; with more of them it is loaded again. */
const MOST_PARTS = 256
/** Chunks that a common word alone may add. */
const ENOUGH = 20_000
const REST_MS = 4

/** Lets others have their turn when this has worked for a few milliseconds. */
const createRest = () => {
  let since = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - since < REST_MS) return
    await nextTurn()
    since = performance.now()
  }
}

export class BaseIndex {
  readonly #scan = new SignScan()
  /** The first has what was there when the base was loaded, each other one a document that came since. */
  readonly #parts: { index: WordIndex; first: number }[] = []
  readonly #documents: IndexedDocument[] = []
  readonly #byId = new Map<string, IndexedDocument>()
  /** The number of the document of each chunk. */
  #owners = new Uint32Array(1024)
  readonly #list = new WordList()
  #chunks = 0
  /** Null until it is asked for after a change. */
  #embeddings: Map<string, Set<string>> | null = null
  #words = 0
  #gone = 0

  static async load(stored: AsyncIterable<readonly StoredIndex[]>): Promise<BaseIndex> {
    const made = new BaseIndex()
    const parts: WordIndex[] = []
    const rest = createRest()
    for await (const rows of stored)
      for (const row of rows) {
        made.#place(row)
        parts.push(new WordIndex(row.words))
        await rest()
      }
    if (parts.length > 0) made.#add(await mergeWordIndexes(parts, rest), 0)
    return made
  }

  /** About so many bytes of memory. */
  get bytes(): number {
    return (
      this.#scan.bytes +
      this.#owners.byteLength +
      this.#parts.reduce((sum, { index }) => sum + index.bytes, 0) +
      this.#documents.length * 200
    )
  }
  get chunks(): number {
    return this.#chunks
  }
  /** Worth loading again: much of it is gone, or it is in many parts. */
  get isWorn(): boolean {
    return this.#parts.length > MOST_PARTS || this.#gone > 1000 + this.#chunks / 3
  }

  /** What made the vectors that answer, each with its documents. */
  byEmbedding(): ReadonlyMap<string, ReadonlySet<string>> {
    this.#embeddings ??= this.#groups()
    return this.#embeddings
  }

  #groups(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>()
    for (const { document_id, embedding } of this.#byId.values()) {
      const known = found.get(embedding)
      if (known) known.add(document_id)
      else found.set(embedding, new Set([document_id]))
    }
    return found
  }

  #place(row: StoredIndex): IndexedDocument {
    const { document_id, index_id, embedding, chunks } = row
    const document = { document_id, index_id, embedding, first: this.#chunks, chunks }
    this.#scan.add(row.signatures)
    if (this.#chunks + row.chunks > this.#owners.length) {
      const larger = new Uint32Array((this.#chunks + row.chunks) * 1.25)
      larger.set(this.#owners)
      this.#owners = larger
    }
    this.#owners.fill(this.#documents.length, this.#chunks, this.#chunks + row.chunks)
    this.#chunks += row.chunks
    this.#documents.push(document)
    this.#embeddings = null
    this.#byId.set(row.document_id, document)
    return document
  }

  #add(index: WordIndex, first: number): void {
    this.#parts.push({ index, first })
    for (const length of index.lengths) this.#words += length
  }

  /** A document that was indexed since, in place of what was known of it. */
  put(row: StoredIndex): void {
    const known = this.#byId.get(row.document_id)
    if (known) this.remove(known)
    this.#add(new WordIndex(row.words), this.#place(row).first)
  }

  /** An index that answers no more. */
  remove({ document_id, index_id }: Pick<Place, 'document_id' | 'index_id'>): void {
    const known = this.#byId.get(document_id)
    if (known?.index_id !== index_id) return
    this.#gone += known.chunks
    this.#byId.delete(document_id)
    this.#embeddings = null
  }

  /** For each document whether its chunks count. */
  #wanted(only: ReadonlySet<string> | null): Uint8Array {
    return Uint8Array.from(this.#documents, (document) => {
      const { document_id } = document
      return this.#byId.get(document_id) === document && (only === null || only.has(document_id)) ? 1 : 0
    })
  }

  #candidate(chunk: number, bm25: number | null): Candidate {
    const { document_id = '', index_id = '', first = 0 } = this.#documents[this.#owners[chunk] ?? 0] ?? {}
    return { document_id, index_id, position: chunk - first, bm25 }
  }

  /**
   * The best by words, best first: Okapi BM25. Rare words are looked up first; once they have found enough, common ones change the order of
   * what was found and add nothing.
   * @param only documents that count; null for all
   */
  byWords(words: readonly number[], most: number, only: ReadonlySet<string> | null): Candidate[] {
    const scores = new Float32Array(this.#chunks)
    const found = new Found(this.#owners, this.#wanted(only))
    const asked = [...new Set(words)]
      .map((word) => {
        const places = this.#parts.map(({ index }) => index.find(word))
        const has = places.reduce((sum, place, at) => sum + (this.#parts[at]?.index.counts[place] ?? 0), 0)
        return { places, has }
      })
      .sort((a, b) => a.has - b.has)
    for (const { places, has } of asked) {
      const idf = Math.log(1 + (this.#chunks - has + 0.5) / (has + 0.5))
      const adds = found.length < ENOUGH
      for (const [at, place] of places.entries())
        if (place >= 0) this.#score({ at, place, idf }, scores, adds ? found : null)
    }
    return found.best(scores, most).map((chunk) => this.#candidate(chunk, scores[chunk] ?? 0))
  }

  /** Adds what one word says of the chunks of one part. @param found takes chunks that are new; null: they are left out */
  #score({ at, place, idf }: { at: number; place: number; idf: number }, scores: Float32Array, found: Found | null) {
    const part = this.#parts[at]
    if (part === undefined) return
    const { index, first } = part
    const list = this.#list
    index.read(place, list)
    const { chunks, times } = list
    const { lengths } = index
    const average = Math.max(1, this.#words / Math.max(1, this.#chunks))
    for (let i = 0; i < list.length; i++) {
      const chunk = chunks[i] ?? 0
      const score = scores[first + chunk] ?? 0
      if (score === 0) {
        if (found === null) continue
        found.push(first + chunk)
      }
      const count = times[i] ?? 0
      const weight = K1 * (1 - B + (B * (lengths[chunk] ?? 0)) / average)
      scores[first + chunk] = score + (idf * count * (K1 + 1)) / (count + weight)
    }
  }

  /** Those that share most signs with a vector, the nearest first. */
  async bySigns(signs: Uint32Array, most: number, only: ReadonlySet<string> | null): Promise<Candidate[]> {
    const distances = await this.#scan.distances(signs)
    const [owners, counts] = [this.#owners, this.#wanted(only)]
    const met = new Uint32Array(DIMENSIONS + 1)
    for (const distance of distances) met[distance] = (met[distance] ?? 0) + 1
    const chosen: number[] = []
    // Some of the nearest may be unwanted: more are taken than asked for, until there are enough.
    for (let wanted = most; ; wanted *= 4) {
      let furthest = 0
      for (let sum = 0; furthest <= DIMENSIONS && sum < wanted; furthest++) sum += met[furthest] ?? 0
      chosen.length = 0
      for (let chunk = 0; chunk < distances.length; chunk++)
        if ((distances[chunk] ?? 0) < furthest && counts[owners[chunk] ?? 0] === 1) chosen.push(chunk)
      if (chosen.length >= most || furthest > DIMENSIONS) break
    }
    chosen.sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || a - b)
    return chosen.slice(0, most).map((chunk) => this.#candidate(chunk, null))
  }
}

/** Chunks that were found, each once. */
class Found {
  #chunks = new Uint32Array(4096)
  readonly #owners: Uint32Array
  readonly #wanted: Uint8Array
  length = 0
  constructor(owners: Uint32Array, wanted: Uint8Array) {
    this.#owners = owners
    this.#wanted = wanted
  }
  push(chunk: number): void {
    if (this.length === this.#chunks.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.#chunks)
      this.#chunks = larger
    }
    this.#chunks[this.length++] = chunk
  }

  /** The wanted ones with the best scores. Of many only those above a border are sorted, which lies where a thousand steps of the scores say. */
  best(scores: Float32Array, most: number): number[] {
    let kept = 0
    let highest = 0
    for (let i = 0; i < this.length; i++) {
      const chunk = this.#chunks[i] ?? 0
      if (this.#wanted[this.#owners[chunk] ?? 0] !== 1) continue
      this.#chunks[kept++] = chunk
      highest = Math.max(highest, scores[chunk] ?? 0)
    }
    const wanted = this.#chunks.subarray(0, kept)
    const met = new Uint32Array(1001)
    const scale = 1000 / (highest || 1)
    for (const chunk of wanted) {
      const step = ((scores[chunk] ?? 0) * scale) | 0
      met[step] = (met[step] ?? 0) + 1
    }
    let border = 1000
    for (let sum = met[border] ?? 0; sum < most && border > 0; ) sum += met[--border] ?? 0
    return Array.from(wanted.filter((chunk) => (((scores[chunk] ?? 0) * scale) | 0) >= border))
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, most)
  }
}
