/** The vectors of a base by a model from outside: named by its owner, paid by them, and never mixed with those of another model. */
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { LONGEST_VECTOR, projectVector } from '#server/platform/vectors/project.ts'

/** A model under Settings, as its provider calls it, with its price in paise per million tokens. */
export interface OutsideEmbedding {
  model: string
  name: string
  price: number | null
}

/** As long as the model makes them. @throws NodeError by name: what the model refuses, `model_not_found`, `budget_exceeded` */
export type EmbedOutside = (
  owner: UserId,
  embedding: OutsideEmbedding,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<Float32Array[]>

export interface OutsideModels {
  embed: EmbedOutside
  /** With the name and the price it is asked at. @throws NodeError `model_not_found`, also for another person's */
  resolve(
    owner: UserId,
    asked: { model: string; name?: string | undefined; price?: number | null | undefined },
  ): Promise<OutsideEmbedding>
}

/** What made the vectors of an index. The installation's own model has the empty name. */
export const INSTALLED = ''
export const nameOf = (embedding: OutsideEmbedding | null): string =>
  embedding === null ? INSTALLED : `${embedding.model} ${embedding.name}`

/** From its name; the price of one that is no longer chosen is not known. */
export function embeddingNamed(name: string, chosen: OutsideEmbedding | null): OutsideEmbedding {
  if (chosen !== null && nameOf(chosen) === name) return chosen
  const at = name.indexOf(' ')
  return { model: name.slice(0, at), name: name.slice(at + 1), price: null }
}

/** What a model said, with its name. */
function named({ name }: OutsideEmbedding, error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  const message = `Embedding model “${name}”: ${error.message}`
  return new NodeError(error.code, message, { retryable: error.retryable, cause: error })
}

/**
 * @param length how many numbers its vectors have had so far; null when that is not known
 * @throws NodeError as `EmbedOutside`, and `embedding_length`
 */
export async function embedBy(
  embed: EmbedOutside,
  owner: UserId,
  embedding: OutsideEmbedding,
  texts: readonly string[],
  { signal, length }: { signal: AbortSignal; length: number | null },
): Promise<{ vectors: Float32Array[]; length: number }> {
  const vectors = await embed(owner, embedding, texts, signal).catch((error: unknown) => {
    throw named(embedding, error)
  })
  const [first] = vectors
  const found = first?.length ?? 0
  if (
    vectors.length !== texts.length ||
    found === 0 ||
    found > LONGEST_VECTOR ||
    vectors.some((one) => one.length !== found)
  )
    throw wrongLength(embedding, 'It did not answer one vector for each text.')
  if (length !== null && found !== length)
    throw wrongLength(
      embedding,
      `It answered ${found.toLocaleString('en')} numbers instead of ${length.toLocaleString('en')}. Save the embedding model again to index all documents.`,
    )
  return { vectors: vectors.map(projectVector), length: found }
}

const wrongLength = (embedding: OutsideEmbedding, message: string): unknown =>
  named(embedding, new NodeError('embedding_length', message))
