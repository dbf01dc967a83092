/** Embeddings by the model of the installation, as OpenAI's API answers them. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Embeddings } from '#contract/services/openai.ts'
import { EMBEDDING_MODEL } from '#contract/services/openai-values.ts'
import { NodeError } from '#nodes/node.ts'

const base64 = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')

interface Asked {
  model: string
  input: string | readonly string[]
  encoding_format: 'float' | 'base64'
}

/** Numbers of texts, and the tokens that the model read of them. */
export type CountedEmbed = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ vectors: Float32Array[]; tokens: number }>

/** It costs nothing. @throws AppError not_found for another model, unavailable while it is busy */
export async function createEmbeddings(embed: CountedEmbed, asked: Asked, signal: AbortSignal): Promise<Embeddings> {
  const { model, input, encoding_format } = asked
  if (model !== EMBEDDING_MODEL)
    throw fieldError('model', `The embedding model of this installation is ${EMBEDDING_MODEL}.`, 'not_found')
  const texts = typeof input === 'string' ? [input] : input
  const { vectors, tokens } = await embed(texts, signal).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    throw new AppError('unavailable', { message: error.message, retryAfter: 5, cause: error })
  })
  return {
    object: 'list',
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding_format === 'base64' ? base64(vector) : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
