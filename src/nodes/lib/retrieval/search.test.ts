import { describe, expect, it } from 'vitest'
import { bm25Index } from './bm25.ts'
import { cosine, fuseRanks } from './fuse.ts'
import { EMBED_LIMIT, searchPassages } from './search.ts'
import { terms } from './tokens.ts'
import { trialEmbed } from './trial-embed.ts'

const PASSAGES = [
  'The monthly rent is Rs. 20,000.',
  'Either party may terminate on two months notice.',
  'The tenant pays electricity. Electricity is metered.',
  'Disputes go to the courts at Pune.',
]
const signal = { aborted: false } as AbortSignal
const search = (query: string, mode: 'bm25' | 'embedding' | 'hybrid', limit = 3) =>
  searchPassages(PASSAGES, query, { mode, limit }, trialEmbed, signal)

describe('BM25', () => {
  const index = bm25Index(PASSAGES.map(terms))

  it('ranks rare and repeated words higher and leaves out what shares no word', () => {
    expect(index.search(terms('electricity'), 5).map((hit) => hit.index)).toEqual([2])
    expect(index.search(terms('termination of rent'), 5)).toHaveLength(2)
    expect(index.search(terms('spaceship'), 5)).toEqual([])
    expect(index.search([], 5)).toEqual([])
    expect(index.idf('spaceship')).toBe(0)
  })

  it('is empty without documents, and safe with words that objects have', () => {
    expect(bm25Index([]).search(['a'], 3)).toEqual([])
    expect(index.search(['constructor', '__proto__'], 3)).toEqual([])
  })
})

describe('fusion', () => {
  it('prefers what several rankings name', () => {
    expect(fuseRanks([[1, 2], [2, 3], [2]]).map((hit) => hit.index)[0]).toBe(2)
    expect(fuseRanks([])).toEqual([])
  })

  it('compares vectors by angle', () => {
    expect(cosine(Float32Array.of(1, 0), Float32Array.of(2, 0))).toBeCloseTo(1)
    expect(cosine(Float32Array.of(1, 0), Float32Array.of(0, 3))).toBe(0)
    expect(cosine(Float32Array.of(0, 0), Float32Array.of(1, 1))).toBe(0)
  })
})

describe('searching passages', () => {
  it.each(['bm25', 'embedding', 'hybrid'] as const)('finds the passage by %s', async (mode) => {
    const [best] = await search('Which courts decide disputes?', mode)
    expect(best?.index).toBe(3)
    expect(best?.similarity === null).toBe(mode === 'bm25')
  })

  it('gives nothing for an empty query or no passages', async () => {
    expect(await search('  ', 'hybrid')).toEqual([])
    expect(await searchPassages([], 'rent', { mode: 'hybrid', limit: 3 }, trialEmbed, signal)).toEqual([])
  })

  it('embeds no more than the limit and still finds the best by words', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `Passage number ${index} says nothing.`)
    many[2_900] = 'The deposit is refundable.'
    let embedded = 0
    const counting: typeof trialEmbed = (texts, given) => {
      embedded += texts.length
      return trialEmbed(texts, given)
    }
    const [best] = await searchPassages(many, 'refundable deposit', { mode: 'hybrid', limit: 1 }, counting, signal)
    expect(best?.index).toBe(2_900)
    expect(embedded).toBe(EMBED_LIMIT + 1)
  })
})
