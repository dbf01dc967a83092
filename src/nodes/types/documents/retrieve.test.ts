import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { trialEmbed } from '#nodes/lib/retrieval/trial-embed.ts'
import { outputOf } from '#nodes/trial.ts'
import { Retrieved, retrieve } from './retrieve.ts'

const TEXTS = ['The rent is due on the fifth.', 'Pets are not allowed.', 'The deposit is three months of rent.']
const run = async (config: JsonObject, input: Json = null) =>
  Retrieved.parse(await outputOf(retrieve, config, { input, ports: { embed: trialEmbed } }))

describe('retrieve', () => {
  it.each(['bm25', 'embedding', 'hybrid'])('ranks passages by %s', async (mode) => {
    const { results } = await run({ query: 'Are pets allowed?', mode, limit: 2 }, TEXTS)
    expect(results[0]).toMatchObject({ rank: 1, index: 1, text: 'Pets are not allowed.' })
    expect(results.length).toBeLessThanOrEqual(2)
  })

  it('searches the chunks of Split text, a document, and what a wire of several brings', async () => {
    const chunks = [{ index: 0, text: 'Rent is due.', start: 10, end: 22, page: 4, heading: 'Rent' }]
    expect((await run({ query: 'rent', chunks })).results).toMatchObject([{ page: 4, start: 10, heading: 'Rent' }])
    expect((await run({ query: 'rent' }, { split: { chunks, count: 1 }, other: 1 })).results).toHaveLength(1)
    expect((await run({ query: 'pets' }, { document: TEXTS.join('\n\n'), file: null })).results).toHaveLength(1)
  })

  it('needs no embeddings to search by words', async () => {
    const output = await outputOf(retrieve, { query: 'deposit', mode: 'bm25', chunks: TEXTS })
    expect(output).toMatchObject({ results: [{ index: 2, similarity: null }] })
  })

  it('gives nothing for an empty query and refuses nothing to search', async () => {
    expect((await run({ query: ' ' }, TEXTS)).results).toEqual([])
    await expect(run({ query: 'rent' })).rejects.toMatchObject({ code: 'passages_missing' })
  })
})
