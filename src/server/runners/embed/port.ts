/** Embeddings, made in a process of the `embed` pool: 512 numbers of unit length per text. */
import { NodeError } from '#nodes/node.ts'
import type { Embed, EmbedCounted } from '#nodes/runner-ports.ts'
import { PROCESSES } from '#server/runners/policies.ts'
import type { Pool } from '#server/runners/pool.ts'

const SIZE = 512
/** A longer text is cut: the model was made for sentences and short paragraphs. */
const MAX_CHARS = 4_000
const MAX_TEXTS = 5_000
/** Of one job: a long list does not keep short ones waiting. */
const BATCH = 64
const TEXT_MS = 500

/** @throws NodeError `embed_too_many`, `embed_timeout`, `embed_memory`, `runner_lost` */
export const createEmbedPort =
  (pool: Pool): Embed =>
  async (texts, work) =>
    (await embedIn(pool, { count: false })(texts, work)).vectors

/** Counting costs a third more. Throws as `createEmbedPort`. */
export const createCountedEmbedPort = (pool: Pool): EmbedCounted => embedIn(pool, { count: true })

const embedIn =
  (pool: Pool, asked: { count: boolean }): EmbedCounted =>
  async (texts, work) => {
    if (texts.length > MAX_TEXTS) throw new NodeError('embed_too_many', `At most ${MAX_TEXTS} texts at once`)
    const vectors: Float32Array[] = []
    let tokens = 0
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH).map((text) => text.slice(0, MAX_CHARS).toWellFormed())
      const { header, blob } = await pool.run({
        header: asked,
        content: () => Buffer.from(JSON.stringify(batch)),
        deadlineMs: PROCESSES.embed.deadlineMs + batch.length * TEXT_MS,
        maxResidentMb: PROCESSES.embed.maxResidentMb,
        for: work,
      })
      const { tokens: read } = header as { tokens?: unknown }
      if (blob.length !== batch.length * SIZE * 4 || typeof read !== 'number')
        throw new NodeError('runner_lost', 'The answer was cut', { retryable: true })
      tokens += read
      const numbers = new Float32Array(new Uint8Array(blob).buffer)
      for (let i = 0; i < batch.length; i++) vectors.push(numbers.slice(i * SIZE, (i + 1) * SIZE))
    }
    return { vectors, tokens }
  }
