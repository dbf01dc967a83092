/** Finding the passages that speak of a query: by words (BM25), by meaning (embeddings), or by both with fused ranks. */
import type { EmbedPort } from '#nodes/ports.ts'
import { bm25Index, type Hit } from './bm25.ts'
import { cosine, fuseRanks } from './fuse.ts'
import { terms } from './tokens.ts'

export const SEARCH_MODES = ['bm25', 'embedding', 'hybrid'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

/** At most so many passages are embedded for one search (about 10 ms each); the best by words go first. */
export const EMBED_LIMIT = 400

export interface PassageHit extends Hit {
  /** BM25 score; 0 when no word of the query occurs. */
  bm25: number
  /** Cosine of the embeddings; null when the passage was not embedded. */
  similarity: number | null
}

/** Which passages are embedded: all, or above the limit the best by words and then the first of the document. */
function toEmbed(count: number, byWords: readonly Hit[]): number[] {
  const chosen = new Set(byWords.slice(0, EMBED_LIMIT).map((hit) => hit.index))
  for (let index = 0; index < count && chosen.size < EMBED_LIMIT; index++) chosen.add(index)
  return [...chosen].sort((a, b) => a - b)
}

async function bySimilarity(
  passages: readonly string[],
  query: string,
  byWords: readonly Hit[],
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<Hit[]> {
  const chosen = toEmbed(passages.length, byWords)
  const [target, ...vectors] = await embed([query, ...chosen.map((index) => passages[index] ?? '')], signal)
  if (target === undefined) return []
  const hits = chosen.map((index, at) => ({ index, score: cosine(target, vectors[at] ?? new Float32Array()) }))
  return hits.sort((a, b) => b.score - a.score || a.index - b.index)
}

/**
 * The best `limit` passages for a query, best first. `bm25` lists only passages that share a word with the query. The score is
 * the mode's own: BM25, cosine, or the fused reciprocal rank. `words` are further stems for the search by words.
 */
export async function searchPassages(
  passages: readonly string[],
  query: string,
  options: { mode: SearchMode; limit: number; words?: readonly string[] },
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<PassageHit[]> {
  if (passages.length === 0 || query.trim() === '') return []
  const byWords = bm25Index(passages.map(terms)).search([...terms(query), ...(options.words ?? [])], passages.length)
  const similar = options.mode === 'bm25' ? [] : await bySimilarity(passages, query, byWords, embed, signal)
  const rankings = [byWords, similar].map((hits) => hits.map((hit) => hit.index))
  const ranked = options.mode === 'bm25' ? byWords : options.mode === 'embedding' ? similar : fuseRanks(rankings)
  const words = new Map(byWords.map((hit) => [hit.index, hit.score]))
  const meaning = new Map(similar.map((hit) => [hit.index, hit.score]))
  return ranked.slice(0, options.limit).map(({ index, score }) => ({
    index,
    score,
    bm25: words.get(index) ?? 0,
    similarity: meaning.get(index) ?? null,
  }))
}
