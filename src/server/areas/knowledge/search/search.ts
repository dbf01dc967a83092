/** Searches a knowledge base: by words, by meaning, or both. */
import { availableParallelism } from 'node:os'
import { AppError } from '#contract/core/errors.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeAnswer, KnowledgeHit, KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { Reader } from '#server/areas/knowledge/bases/access.store.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { EmbedOutside } from '#server/areas/knowledge/bases/outside-embedding.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { cosineSimilarity, DIMENSIONS, signsOf } from '#server/platform/vectors/signature.ts'
import type { BaseIndex, Candidate, IndexName, Place } from './base-index.ts'
import { bestScore, fuse, marksOf, quoteOf } from './fuse.ts'
import { createLoadedBases } from './loaded-bases.ts'
import { createQueryVectors } from './query-vectors.ts'
import type { Searched } from './search.store.ts'
import * as store from './search.store.ts'
import { hashWord } from './word-index.ts'

/**
 * Candidates, which are read from the database and compared in full: of those found by words, and of those nearest by their signs. Where
 * enough were found by words, those that are found by meaning alone are seldom among the best (measured in decision 0307).
 */
export const CANDIDATES = { words: 60, near: 100, nearToo: 60 }
/** What was deleted since the index was read may take the places of others: then it is asked once more. */
const MOST_TURNS = 3
/**
 * More than there are cores only slow each other down: with ten clients on two cores, taking turns shortens the slowest in twenty by a fifth
 * and the others by nothing (decision 0339).
 */
const AT_ONCE = Math.max(2, availableParallelism())

export interface KnowledgeSearchParts {
  db: Database
  embed: EmbedPort
  embedOutside: EmbedOutside
  askProof: boolean
  /** Of the indexes that are kept in memory. */
  mostBytes: number
  log: WarningLog
}

export interface SearchKnowledge {
  /** @throws not_found, also for a base that is not shared with the one who asks */
  search(grant: KnowledgeGrant, base: KnowledgeId, asked: KnowledgeSearch): Promise<KnowledgeAnswer>
}

const keyOf = ({ document_id, index_id, position }: Place): string => `${document_id} ${index_id} ${position}`

export function createKnowledgeSearch(parts: KnowledgeSearchParts): SearchKnowledge {
  const { db, askProof, mostBytes } = parts
  const bases = createLoadedBases(parts, mostBytes)
  const vectorOf = createQueryVectors(parts)
  const inTurn = createKeyedSemaphore(AT_ONCE)

  /** The vector of the question for each of the models that made what answers. */
  async function spacesOf(
    index: BaseIndex,
    base: Searched,
    query: string,
  ): Promise<{ spaces: Space[]; warning: string | null }> {
    const made = await Promise.all(
      Array.from(index.byEmbedding(), async ([embedding, documents]) => ({
        documents,
        ...(await vectorOf(base, embedding, query)),
      })),
    )
    const spaces = made.flatMap(({ documents, vector }) => (vector === null ? [] : [{ documents, vector }]))
    return { spaces, warning: made.find((one) => one.warning !== null)?.warning ?? null }
  }

  return {
    async search(grant, base, asked) {
      const began = performance.now()
      const reader = { user: grant.on, askProof }
      const found = await store.findSearched(db, reader, base)
      if (found === null) throw new AppError('not_found')
      const index = await bases.get(base, found.changed)
      const none = { spaces: [], warning: null }
      const { spaces, warning } = asked.mode === 'words' ? none : await spacesOf(index, found, asked.query)
      const mode = asked.mode === 'hybrid' && spaces.length === 0 && index.chunks > 0 ? 'words' : asked.mode
      const only = Object.keys(asked.filter).length === 0 ? null : await store.findMatching(db, base, asked.filter)
      const hits = await inTurn('', () => findBest({ db, reader, base, index }, asked, { spaces, only }))
      const took_ms = Math.ceil(performance.now() - began)
      return { mode, warning, searched: index.countSearched(only), took_ms, hits }
    },
  }
}

/** Hits of what is still there, the best first. A reader who lost the right meanwhile gets none. */
async function findBest(
  where: Where & { index: BaseIndex },
  asked: KnowledgeSearch,
  which: { spaces: readonly Space[]; only: ReadonlySet<string> | null },
): Promise<KnowledgeHit[]> {
  for (let turn = 1; ; turn++) {
    const { ranked, gone } = await rank(where, asked, which)
    const { hits, missing } = await findHits(where, asked, ranked)
    const unknown = [...gone, ...missing]
    if (unknown.length === 0 || hits.length >= asked.limit || turn === MOST_TURNS) return hits
    if (!(await forget(where.index, where, unknown))) return hits
  }
}

/** The question as one model sees it, and the documents whose vectors that model made. */
interface Space {
  documents: ReadonlySet<string>
  vector: Float32Array
}
interface Where {
  db: Database
  reader: Reader
  base: KnowledgeId
}
interface Ranked {
  place: Place
  figures: Pick<KnowledgeHit, 'score' | 'fit' | 'words' | 'words_rank' | 'meaning' | 'meaning_rank'>
}

/** Takes out of memory what answers no more. @returns whether anything was taken out, so that others may be found in its place */
async function forget(
  index: BaseIndex,
  { db, base }: Pick<Where, 'db' | 'base'>,
  gone: readonly Place[],
): Promise<boolean> {
  const keyOfIndex = (one: IndexName): string => `${one.document_id} ${one.index_id}`
  const documents = [...new Set(gone.map(({ document_id }) => document_id))]
  const answering = new Set((await store.findAnswering(db, base, documents)).map(keyOfIndex))
  return gone.filter((one) => !answering.has(keyOfIndex(one)) && index.remove(one)).length > 0
}

const both = (documents: ReadonlySet<string>, only: ReadonlySet<string> | null): ReadonlySet<string> =>
  only === null ? documents : new Set([...documents].filter((id) => only.has(id)))

/** A candidate that is still there. */
interface Compared {
  candidate: Candidate
  /** What made its vector, and how near it is; none where the question has no vector of that model. */
  space: Space | null
  cosine: number
}

/** The numbers of the chunks, the nearest first. Cosines of different models can't be compared, their ranks can. */
function byMeaning(compared: readonly Compared[], spaces: readonly Space[]): number[] {
  const lists = spaces.map((space) =>
    compared
      .filter((one) => one.space === space)
      .sort((a, b) => b.cosine - a.cosine)
      .map(({ candidate }) => candidate.chunk),
  )
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

let read = Buffer.alloc(0)

/**
 * Each candidate compared with the question in full, and those there are no more. Whether what has its vector in memory is still there is
 * asked with its text alone, and only for the best.
 */
async function compare(
  where: Where & { index: BaseIndex },
  candidates: readonly Candidate[],
  spaces: readonly Space[],
): Promise<{ compared: Compared[]; gone: Candidate[] }> {
  const compared: Compared[] = []
  const add = (candidate: Candidate, vector: Uint8Array) => {
    const space = spaces.find(({ documents }) => documents.has(candidate.document_id)) ?? null
    compared.push({ candidate, space, cosine: space === null ? 0 : cosineSimilarity(space.vector, vector) })
  }
  const others: Candidate[] = []
  for (const candidate of candidates) {
    const vector = where.index.vectorOf(candidate)
    if (vector === null) others.push(candidate)
    else add(candidate, vector)
  }
  if (others.length === 0) return { compared, gone: [] }
  const isThere = new Set<number>()
  for (const { found, vectors } of await store.findVectors(where.db, where.reader, where.base, others)) {
    // Read where the ones before were: memory for each search would have to be collected as garbage.
    if (read.length < found.length * DIMENSIONS) read = Buffer.alloc(found.length * DIMENSIONS)
    read.write(vectors, 'hex')
    for (const [order, at] of found.entries()) {
      const candidate = others[at]
      if (candidate === undefined) continue
      isThere.add(at)
      add(candidate, read.subarray(order * DIMENSIONS, (order + 1) * DIMENSIONS))
    }
  }
  return { compared, gone: others.filter((_, at) => !isThere.has(at)) }
}

/** The place of each in a list, from 1. */
const ranksOf = (list: readonly number[]): ReadonlyMap<number, number> => new Map(list.map((key, at) => [key, at + 1]))

/** Candidates in the order of both rankings, and documents that are in memory and no more in the base. */
async function rank(
  where: Where & { index: BaseIndex },
  { query, mode }: KnowledgeSearch,
  { spaces, only }: { spaces: readonly Space[]; only: ReadonlySet<string> | null },
): Promise<{ ranked: Ranked[]; gone: Place[] }> {
  const { index } = where
  const byWords = mode === 'meaning' ? [] : index.byWords(terms(query).map(hashWord), CANDIDATES.words, only)
  const most = byWords.length < CANDIDATES.words ? CANDIDATES.near : CANDIDATES.nearToo
  const near: Candidate[] = []
  for (const { documents, vector } of spaces)
    near.push(...(await index.bySigns(signsOf(vector), most, spaces.length === 1 ? only : both(documents, only))))
  const candidates = new Map([...near, ...byWords].map((one) => [one.chunk, one]))
  const { compared, gone } = await compare(where, [...candidates.values()], spaces)
  const there = new Map(compared.map((one) => [one.candidate.chunk, one]))
  const words = byWords.flatMap(({ chunk }) => (there.has(chunk) ? [chunk] : []))
  const meaning = byMeaning(compared, spaces)
  const best = bestScore({ words: words.length > 0, meaning: meaning.length > 0 })
  const [ofWords, ofMeaning] = [ranksOf(words), ranksOf(meaning)]
  const ranked = fuse(words, meaning).flatMap(({ key, score }) => {
    const one = there.get(key)
    if (one === undefined) return []
    const figures = {
      ...{ score, fit: score / best },
      ...{ words: one.candidate.bm25, words_rank: ofWords.get(key) ?? null },
      ...{ meaning: one.space === null ? null : one.cosine, meaning_rank: ofMeaning.get(key) ?? null },
    }
    return [{ place: one.candidate, figures }]
  })
  return { ranked, gone }
}

async function findHits(
  { db, reader, base }: Where,
  { query, filter, limit, neighbours }: KnowledgeSearch,
  ranked: readonly Ranked[],
): Promise<{ hits: KnowledgeHit[]; missing: Place[] }> {
  const best = ranked.slice(0, limit)
  const rows = await store.findHits(
    db,
    reader,
    { base, filter, neighbours },
    best.map(({ place }) => place),
  )
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  const words = new Set(terms(query))
  const hits = best.flatMap(({ place, figures }) => {
    const row = found.get(keyOf(place))
    if (row === undefined) return []
    const { index_id: _, ...hit } = row
    const quote = quoteOf(row.text, words)
    return [{ ...hit, quote, marks: marksOf(row.text, words), ...figures }]
  })
  return { hits, missing: best.flatMap(({ place }) => (found.has(keyOf(place)) ? [] : [place])) }
}
