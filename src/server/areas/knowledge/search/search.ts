/** Searches a knowledge base: by words, by meaning, or both. */
import { AppError } from '#contract/core/errors.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeAnswer, KnowledgeHit, KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { Reader } from '#server/areas/knowledge/bases/access.store.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { createCache } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { cosineSimilarity, DIMENSIONS, signsOf } from '#server/platform/vectors/signature.ts'
import type { BaseIndex, Candidate, Place } from './base-index.ts'
import { fuse, quoteOf } from './fuse.ts'
import { createLoadedBases } from './loaded-bases.ts'
import * as store from './search.store.ts'
import { hashWord } from './word-index.ts'

/** Read from the database of those nearest by their signs, to be compared in full. */
const NEAR = 100
/** Of those found by words. */
const BY_WORDS = 60
const KEPT_VECTORS = 1000
/** What was deleted since the index was read may take the places of others: then it is asked once more. */
const MOST_TURNS = 3

export interface KnowledgeSearchParts {
  db: Database
  embed: EmbedPort
  askProof: boolean
  log: WarningLog
}

export interface SearchKnowledge {
  /** @throws not_found, also for a base that is not shared with the one who asks */
  search(grant: KnowledgeGrant, base: KnowledgeId, asked: KnowledgeSearch): Promise<KnowledgeAnswer>
}

const keyOf = ({ document_id, index_id, position }: Place): string => `${document_id} ${index_id} ${position}`

export function createKnowledgeSearch({ db, embed, askProof, log }: KnowledgeSearchParts): SearchKnowledge {
  const bases = createLoadedBases(db)
  const makeVector = async (query: string): Promise<Float32Array> => {
    const [vector] = await embed([query], new AbortController().signal)
    if (!vector) throw new Error('The embedding returned no vector')
    return vector
  }
  // What a search means never changes.
  const vectors = createCache(makeVector, { epoch: () => 0, lag_ms: 0, max: KEPT_VECTORS })
  const vectorOf = async (query: string): Promise<Float32Array | null> => {
    try {
      return await vectors.get(query)
    } catch (err) {
      log.warn({ err }, 'a search of knowledge was answered by words alone')
      return null
    }
  }

  return {
    async search(grant, base, asked) {
      const reader = { user: grant.on, askProof }
      const changed = await store.findLastChange(db, reader, base)
      if (changed === null) throw new AppError('not_found')
      const index = await bases.get(base, changed)
      const vector = asked.mode === 'words' || index.chunks === 0 ? null : await vectorOf(asked.query)
      const mode = asked.mode === 'hybrid' && vector === null && index.chunks > 0 ? 'words' : asked.mode
      const only = Object.keys(asked.filter).length === 0 ? null : await store.findMatching(db, base, asked.filter)
      for (let turn = 1; ; turn++) {
        const { ranked, gone } = await rank({ db, reader, base, index }, asked, { vector, only })
        const hits = await findHits({ db, reader, base }, asked, ranked)
        // A reader who lost the right meanwhile gets no hits.
        if (gone.length === 0 || hits.length >= asked.limit || turn === MOST_TURNS) return { mode, hits }
        for (const one of gone) index.remove(one)
      }
    },
  }
}

interface Where {
  db: Database
  reader: Reader
  base: KnowledgeId
}
interface Ranked {
  place: Place
  score: number
  words: number | null
  meaning: number | null
}

/** Candidates in the order of both rankings, and documents that are in memory and no more in the base. */
async function rank(
  { db, reader, base, index }: Where & { index: BaseIndex },
  { query, mode }: KnowledgeSearch,
  { vector, only }: { vector: Float32Array | null; only: ReadonlySet<string> | null },
): Promise<{ ranked: Ranked[]; gone: Place[] }> {
  const byWords = mode === 'meaning' ? [] : index.byWords(terms(query).map(hashWord), BY_WORDS, only)
  const near = vector === null ? [] : await index.bySigns(signsOf(vector), NEAR, only)
  const candidates = new Map<string, Candidate>([...near, ...byWords].map((one) => [keyOf(one), one]))
  const rows = await store.findVectors(db, reader, base, [...candidates.values()])
  const cosines = new Map(
    rows.map((row) => [keyOf(row), vector && cosineSimilarity(vector, row.vector.subarray(0, DIMENSIONS))] as const),
  )
  const there = (one: Candidate): boolean => cosines.has(keyOf(one))
  const words = byWords.filter(there).map(keyOf)
  const meaning =
    vector === null ? [] : [...cosines].sort(([, a], [, b]) => (b ?? 0) - (a ?? 0)).flatMap(([key]) => key)
  const ranked = fuse(words, meaning).flatMap(({ key, score }) => {
    const place = candidates.get(key)
    return place === undefined ? [] : [{ place, score, words: place.bm25, meaning: cosines.get(key) ?? null }]
  })
  return { ranked, gone: [...candidates.values()].filter((one) => !there(one)) }
}

async function findHits(
  { db, reader, base }: Where,
  { query, filter, limit, neighbours }: KnowledgeSearch,
  ranked: readonly Ranked[],
): Promise<KnowledgeHit[]> {
  const best = ranked.slice(0, limit)
  const rows = await store.findHits(
    db,
    reader,
    { base, filter, neighbours },
    best.map(({ place }) => place),
  )
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  const words = new Set(terms(query))
  return best.flatMap(({ place, score, words: bm25, meaning }) => {
    const row = found.get(keyOf(place))
    if (row === undefined) return []
    const { index_id: _, ...hit } = row
    return [{ ...hit, quote: quoteOf(row.text, words), score, words: bm25, meaning }]
  })
}
