/** Looking for expected clauses that no rule found, by the meaning of their words. */
import type { EmbedPort } from '#nodes/ports.ts'
import { bm25Index } from '#nodes/retrieval/bm25.ts'
import { cosine } from '#nodes/retrieval/fuse.ts'
import { terms } from '#nodes/retrieval/tokens.ts'
import type { Analysis } from './analyse.ts'
import type { FoundClause } from './find.ts'
import { CLAUSE_KINDS } from './kinds.ts'
import type { Block } from './segment.ts'

/** Below this cosine a block is about something else (measured; see the decision record of the clause analyst). */
export const SIMILAR_ENOUGH = 0.68

/** Blocks looked at for one kind: the best by words. */
const CANDIDATES = 4
const SHORTEST = 40
const LONGEST = 1_200

/** The blocks that can be a clause of their own. */
const readable = (blocks: readonly Block[]): Block[] =>
  blocks.filter(({ start, end, role }) => role === 'clause' && end - start >= SHORTEST && end - start <= LONGEST)

/** Clauses of missing kinds whose block reads like the kind's typical text. Embeds at most {@link CANDIDATES} blocks per kind. */
export async function bySimilarity(
  text: string,
  analysis: Analysis,
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<FoundClause[]> {
  const blocks = readable(analysis.blocks)
  const kinds = CLAUSE_KINDS.filter(({ kind }) => analysis.missing.some((missing) => missing.kind === kind))
  if (blocks.length === 0 || kinds.length === 0) return []
  const index = bm25Index(blocks.map(({ start, end }) => terms(text.slice(start, end))))
  const pairs = kinds.flatMap((kind) =>
    index.search(terms(kind.query), CANDIDATES).flatMap((hit) => {
      const block = blocks[hit.index]
      return block === undefined ? [] : [{ kind, block }]
    }),
  )
  const distinct = [...new Set(pairs.map(({ block }) => block))]
  const vectors = await embed(
    [...kinds.map((kind) => kind.query), ...distinct.map(({ start, end }) => text.slice(start, end))],
    signal,
  )
  const vectorOf = new Map<unknown, Float32Array>()
  for (const [at, key] of [...kinds, ...distinct].entries()) vectorOf.set(key, vectors[at] ?? new Float32Array())
  const best = new Map<string, FoundClause>()
  for (const { kind, block } of pairs) {
    const similarity = cosine(vectorOf.get(kind) ?? new Float32Array(), vectorOf.get(block) ?? new Float32Array())
    if (similarity < SIMILAR_ENOUGH || similarity - 0.15 <= (best.get(kind.kind)?.confidence ?? 0)) continue
    const { start, end, heading } = block
    best.set(kind.kind, { kind, start, end, heading, found_by: 'similarity', confidence: similarity - 0.15 })
  }
  return [...best.values()]
}
