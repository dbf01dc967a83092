/**
 * The index of one base in the memory of this process: which chunks have which words, and the signs of their vectors. It says which chunks
 * are worth reading; whether they still exist and who may read them is asked of the database with the chunks themselves.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SignScan } from '#server/platform/vectors/sign-scan.ts'
import { DIMENSIONS } from '#server/platform/vectors/signature.ts'
import { mergeWordIndexes } from './merge-word-indexes.ts'
import { WordRanking } from './rank-words.ts'
import { WordIndex } from './word-index.ts'

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
  /** Its number in this index: the same one for the same chunk. */
  chunk: number
  /** BM25; null when no word of the search is in it, or it was found by its vector alone. */
  bm25: number | null
}

/** An index of a document. */
export type IndexName = Pick<Place, 'document_id' | 'index_id'>

interface IndexedDocument extends IndexName {
  /** Its place in the list of documents. */
  number: number
  embedding: string
  first: number
  chunks: number
  /** In full, one after the other; null: they are read from the database. */
  vectors: Uint8Array | null
}

/** Documents read since the base was loaded; with more of them it is loaded again. */
const MOST_PARTS = 256
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
  /** For each document whether it still answers. */
  #live = new Uint8Array(64)
  readonly #ranking = new WordRanking()
  #chunks = 0
  /** Null until it is asked for after a change. */
  #embeddings: Map<string, Set<string>> | null = null
  #words = 0
  #gone = 0
  #vectorBytes = 0

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
      this.#ranking.bytes +
      this.#vectorBytes +
      this.#parts.reduce((sum, { index }) => sum + index.bytes, 0) +
      this.#documents.length * 200
    )
  }
  get chunks(): number {
    return this.#chunks
  }
  /** How many chunks a search looks through. @param only documents that count; null for all */
  countSearched(only: ReadonlySet<string> | null): number {
    if (only === null) return this.#chunks - this.#gone
    return Array.from(only, (id) => this.#byId.get(id)?.chunks ?? 0).reduce((sum, chunks) => sum + chunks, 0)
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
    const number = this.#documents.length
    const document = { document_id, index_id, embedding, number, first: this.#chunks, chunks, vectors: null }
    this.#scan.add(row.signatures)
    if (this.#chunks + row.chunks > this.#owners.length) {
      const larger = new Uint32Array((this.#chunks + row.chunks) * 1.25)
      larger.set(this.#owners)
      this.#owners = larger
    }
    this.#owners.fill(number, this.#chunks, this.#chunks + row.chunks)
    this.#chunks += row.chunks
    this.#documents.push(document)
    if (number === this.#live.length) {
      const larger = new Uint8Array(number * 2)
      larger.set(this.#live)
      this.#live = larger
    }
    this.#live[number] = 1
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

  /** An index that answers no more. @returns whether it was known */
  remove({ document_id, index_id }: IndexName): boolean {
    const known = this.#byId.get(document_id)
    if (known?.index_id !== index_id) return false
    this.#gone += known.chunks
    this.#vectorBytes -= known.vectors?.length ?? 0
    known.vectors = null
    this.#byId.delete(document_id)
    this.#live[known.number] = 0
    this.#embeddings = null
    return true
  }

  /** How many bytes the vectors take that are not in memory. */
  get missingVectorBytes(): number {
    return (this.#chunks - this.#gone) * DIMENSIONS - this.#vectorBytes
  }
  /** Documents whose vectors are not in memory. A document that changes is another one, with another number. */
  withoutVectors(): readonly Readonly<IndexedDocument>[] {
    return [...this.#byId.values()].filter(({ vectors }) => vectors === null)
  }
  /** Keeps the vectors of all chunks of a document, unless it changed while they were read. */
  keepVectors({ number, document_id, chunks }: Readonly<IndexedDocument>, vectors: Uint8Array): void {
    const known = this.#byId.get(document_id)
    if (known?.number !== number || known.vectors !== null || vectors.length !== chunks * DIMENSIONS) return
    known.vectors = vectors
    this.#vectorBytes += vectors.length
  }
  forgetVectors(): void {
    for (const known of this.#byId.values()) known.vectors = null
    this.#vectorBytes = 0
  }
  /** The vector of a chunk, where it is in memory. */
  vectorOf({ document_id, index_id, position }: Place): Uint8Array | null {
    const known = this.#byId.get(document_id)
    if (known?.index_id !== index_id || known.vectors === null) return null
    return known.vectors.subarray(position * DIMENSIONS, (position + 1) * DIMENSIONS)
  }

  /** Whether a chunk counts. @param only documents that do; null for all */
  #counting(only: ReadonlySet<string> | null): (chunk: number) => boolean {
    const owners = this.#owners
    if (only === null) return (chunk) => this.#live[owners[chunk] ?? 0] === 1
    const wanted = Uint8Array.from(this.#documents, ({ document_id }) => (only.has(document_id) ? 1 : 0))
    return (chunk) => {
      const owner = owners[chunk] ?? 0
      return wanted[owner] === 1 && this.#live[owner] === 1
    }
  }

  #candidate(chunk: number, bm25: number | null): Candidate {
    const { document_id = '', index_id = '', first = 0 } = this.#documents[this.#owners[chunk] ?? 0] ?? {}
    return { chunk, document_id, index_id, position: chunk - first, bm25 }
  }

  /** The best by words, best first: Okapi BM25. @param only documents that count; null for all */
  byWords(words: readonly number[], most: number, only: ReadonlySet<string> | null): Candidate[] {
    const asked = {
      words: [...new Set(words)],
      parts: this.#parts,
      chunks: this.#chunks,
      average: Math.max(1, this.#words / Math.max(1, this.#chunks)),
      counts: this.#counting(only),
    }
    return this.#ranking.best(asked, most).map(({ chunk, score }) => this.#candidate(chunk, score))
  }

  /** Those that share most signs with a vector, the nearest first. @param only as {@link byWords} */
  async bySigns(signs: Uint32Array, most: number, only: ReadonlySet<string> | null): Promise<Candidate[]> {
    const nearest = await this.#scan.nearest(signs, most, this.#counting(only))
    return nearest.map((chunk) => this.#candidate(chunk, null))
  }
}
