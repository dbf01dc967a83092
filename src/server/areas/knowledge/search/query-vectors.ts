/** What a question means to the models that made the vectors of a base. Where one does not answer, the search goes by words and says why. */
import { NodeError } from '#nodes/node.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import {
  type EmbedOutside,
  embedBy,
  embeddingNamed,
  INSTALLED,
  nameOf,
} from '#server/areas/knowledge/bases/outside-embedding.ts'
import { createCache } from '#server/platform/cache.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { Searched } from './search.store.ts'

const KEPT_VECTORS = 1000
/** A person waits for it. */
const OUTSIDE_MS = 4_000
/** After a failure a model is left alone so long: searches are answered by words at once. */
const REST_MS = 15_000

interface QueryVector {
  vector: Float32Array | null
  /** What is wrong with a model from outside, by its name. */
  warning: string | null
}
type VectorOf = (base: Searched, embedding: string, query: string) => Promise<QueryVector>

export function createQueryVectors(parts: { embed: EmbedPort; embedOutside: EmbedOutside; log: WarningLog }): VectorOf {
  const { embed, embedOutside, log } = parts
  const makeVector = async (query: string): Promise<Float32Array> => {
    const [vector] = await embed([query], new AbortController().signal)
    if (!vector) throw new Error('The embedding returned no vector')
    return vector
  }
  // What a search means never changes.
  const installed = createCache(makeVector, { epoch: () => 0, lag_ms: 0, max: KEPT_VECTORS })
  const known = new Map<string, Float32Array>()
  const resting = new Map<string, { until: number; warning: string }>()

  async function askOutside(
    { owner, chosen, length }: Searched,
    embedding: string,
    query: string,
  ): Promise<QueryVector> {
    const key = JSON.stringify([owner, embedding, length, query])
    const found = known.get(key)
    if (found) return { vector: found, warning: null }
    const model = `${owner} ${embedding}`
    const rest = resting.get(model)
    if (rest && rest.until > Date.now()) return { vector: null, warning: rest.warning }
    const named = embeddingNamed(embedding, chosen)
    const signal = AbortSignal.timeout(OUTSIDE_MS)
    try {
      const options = { signal, length: nameOf(chosen) === embedding ? length : null }
      const { vectors } = await embedBy(embedOutside, owner, named, [query], options)
      const [vector = null] = vectors
      if (known.size >= KEPT_VECTORS) known.clear()
      if (vector) known.set(key, vector)
      resting.delete(model)
      return { vector, warning: null }
    } catch (error) {
      if (!signal.aborted && !(error instanceof NodeError)) throw error
      const warning = signal.aborted
        ? `Embedding model “${named.name}”: It did not answer in time.`
        : (error as Error).message
      resting.set(model, { until: Date.now() + REST_MS, warning })
      return { vector: null, warning }
    }
  }

  return async (base, embedding, query) => {
    if (embedding !== INSTALLED) return askOutside(base, embedding, query)
    try {
      return { vector: await installed.get(query), warning: null }
    } catch (err) {
      log.warn({ err }, 'a search of knowledge was answered by words alone')
      return { vector: null, warning: null }
    }
  }
}
