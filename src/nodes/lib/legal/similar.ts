/** Where to look for an expected clause that no rule found: the passage that reads most like it. A hint, never a finding. */

import { bm25Index } from '#nodes/lib/retrieval/bm25.ts'
import { cosine } from '#nodes/lib/retrieval/fuse.ts'
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { Analysis } from './analyse.ts'
import { CLAUSE_KINDS } from './kinds.ts'
import type { Block } from './segment.ts'

export interface NearPassage extends Span {
  /** Cosine of the embeddings, up to 1. */
  similarity: number
}

/** Below this cosine a passage is not worth a look. */
export const WORTH_A_LOOK = 0.6

/** Passages looked at for one kind: the best by words. */
const CANDIDATES = 4
const SHORTEST = 40
const LONGEST = 1_200

/** The blocks that can be a clause of their own. */
const readable = (blocks: readonly Block[]): Block[] =>
  blocks.filter(({ start, end, role }) => role === 'clause' && end - start >= SHORTEST && end - start <= LONGEST)

/** The nearest passage for each missing kind, by kind name. Embeds at most {@link CANDIDATES} passages per kind. */
export async function nearestPassages(
  text: string,
  analysis: Analysis,
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<Map<string, NearPassage>> {
  const nearest = new Map<string, NearPassage>()
  const blocks = readable(analysis.blocks)
  const kinds = CLAUSE_KINDS.filter(({ kind }) => analysis.missing.some((missing) => missing.kind === kind))
  if (blocks.length === 0 || kinds.length === 0) return nearest
  const index = bm25Index(blocks.map(({ start, end }) => terms(text.slice(start, end))))
  const pairs = kinds.flatMap((kind) =>
    index.search(terms(kind.query), CANDIDATES).flatMap((hit) => {
      const block = blocks[hit.index]
      return block === undefined ? [] : [{ kind, block }]
    }),
  )
  const distinct = [...new Set(pairs.map(({ block }) => block))]
  const texts = [...kinds.map((kind) => kind.query), ...distinct.map(({ start, end }) => text.slice(start, end))]
  const vectors = await embed(texts, signal)
  const vectorOf = new Map<unknown, Float32Array>()
  for (const [at, key] of [...kinds, ...distinct].entries()) vectorOf.set(key, vectors[at] ?? new Float32Array())
  for (const { kind, block } of pairs) {
    const similarity = cosine(vectorOf.get(kind) ?? new Float32Array(), vectorOf.get(block) ?? new Float32Array())
    if (similarity < Math.max(WORTH_A_LOOK, nearest.get(kind.kind)?.similarity ?? 0)) continue
    nearest.set(kind.kind, { start: block.start, end: block.end, similarity })
  }
  return nearest
}
