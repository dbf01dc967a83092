import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bm25Index } from '#nodes/lib/retrieval/bm25.ts'
import { SignScan } from '#server/platform/vectors/sign-scan.ts'
import { countBits, SIGNATURE_BYTES, WORDS } from '#server/platform/vectors/signature.ts'
import { BaseIndex, type StoredIndex } from './base-index.ts'
import { fuse, quoteOf } from './fuse.ts'
import { hashWord, WordIndexBuilder } from './word-index.ts'

const stored = (document_id: string, chunks: readonly (readonly string[])[], index_id = '1'): StoredIndex => {
  const words = new WordIndexBuilder()
  for (const chunk of chunks) words.add(chunk)
  const signatures = new Uint8Array(chunks.length * SIGNATURE_BYTES).map(
    (_, at) => (at * 37 + document_id.length) & 255,
  )
  return { document_id, index_id, chunks: chunks.length, words: words.build(), signatures, embedding: '' }
}
const load = (rows: readonly StoredIndex[]) =>
  BaseIndex.load(
    (async function* () {
      yield rows
    })(),
  )
const found = (index: BaseIndex, ...words: string[]) =>
  index.byWords(words.map(hashWord), 100, null).map(({ document_id, position }) => `${document_id}${position}`)

const word = fc.constantFrom('lamp', 'chair', 'sofa', 'table', 'hall', 'house', 'rupee')
const chunk = fc.array(word, { maxLength: 12 })
const documents = fc.array(fc.array(chunk, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })

describe('the index of a base', () => {
  it('ranks by words as BM25 over all chunks does, however the documents came', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.nat(6),
        async (all, query, late) => {
          const rows = all.map((chunks, at) => stored(`d${at}.`, chunks))
          const index = await load(rows.slice(0, late))
          for (const row of rows.slice(late)) index.put(row)
          const places = all.flatMap((chunks, at) => chunks.map((_, position) => `d${at}.${position}`))
          const wanted = bm25Index(all.flat()).search(query, 100)
          const scores = new Map(wanted.map((hit) => [places[hit.index], hit.score]))
          const hits = index.byWords(query.map(hashWord), 100, null)
          expect(hits.map(({ document_id, position }) => `${document_id}${position}`).toSorted()).toEqual(
            [...scores.keys()].toSorted(),
          )
          for (const { document_id, position, bm25 } of hits)
            expect(bm25).toBeCloseTo(scores.get(`${document_id}${position}`) ?? 0, 3)
        },
      ),
      { numRuns: 60 },
    )
  })
  it('forgets what was removed or replaced, and keeps what is not wanted out', async () => {
    const index = await load([stored('a', [['lamp'], ['chair']]), stored('b', [['lamp']])])
    index.put(stored('a', [['lamp', 'sofa']], '2'))
    expect([found(index, 'lamp').toSorted(), found(index, 'chair')]).toEqual([['a0', 'b0'], []])
    index.remove({ document_id: 'a', index_id: '1' })
    expect(found(index, 'sofa')).toEqual(['a0'])
    index.remove({ document_id: 'a', index_id: '2' })
    expect([found(index, 'sofa'), found(index, 'lamp')]).toEqual([[], ['b0']])
    const near = await index.bySigns(new Uint32Array(WORDS), 5, new Set(['b']))
    expect(near).toMatchObject([{ document_id: 'b', position: 0 }])
  })
  it('is empty, and is asked for nothing', async () => {
    const index = await load([])
    expect([found(index, 'lamp'), await index.bySigns(new Uint32Array(WORDS), 5, null)]).toEqual([[], []])
  })
})

/** The same numbers each time. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('words that many chunks have', () => {
  const random = createRandom()
  const many = 12_000
  // Some words are in nearly all chunks, others in few, as in a language.
  const draw = () => `w${Math.floor(2_000 ** random())}`
  const chunks = Array.from({ length: many }, () => Array.from({ length: 1 + random() * 20 }, draw))
  const perDocument = 1_200
  const rows = Array.from({ length: many / perDocument }, (_, at) =>
    stored(`${at} `, chunks.slice(at * perDocument, (at + 1) * perDocument)),
  )

  it('are looked up only where they matter, and the best are the same', async () => {
    const index = await load(rows.slice(0, 8))
    for (const row of rows.slice(8)) index.put(row)
    const all = bm25Index(chunks)
    for (let turn = 0; turn < 24; turn++) {
      const query = [...new Set(Array.from({ length: 1 + (turn % 6) }, draw))]
      const wanted = all.search(query, 60)
      const hits = index.byWords(query.map(hashWord), 60, null)
      expect(hits).toHaveLength(wanted.length)
      for (const [at, { bm25 }] of hits.entries()) expect(bm25).toBeCloseTo(wanted[at]?.score ?? 0, 3)
    }
  })
  it('find the best of some documents, and none of those that were removed', async () => {
    const index = await load(rows)
    for (const removed of ['2 ', '5 ']) index.remove({ document_id: removed, index_id: '1' })
    const all = bm25Index(chunks)
    const places = new Set(['1 ', '2 ', '7 '])
    for (let turn = 0; turn < 8; turn++) {
      const query = [...new Set(['w1', 'w2', draw(), draw()])]
      const scores = all
        .search(query, many)
        .filter((hit) => [1, 7].includes(Math.floor(hit.index / perDocument)))
        .slice(0, 60)
        .map(({ score }) => score)
      const hits = index.byWords(query.map(hashWord), 60, places)
      expect(hits).toHaveLength(scores.length)
      for (const [at, { bm25 }] of hits.entries()) expect(bm25).toBeCloseTo(scores[at] ?? 0, 3)
    }
  })
})

describe('the scan of signs', () => {
  const many = 40_000
  const random = createRandom()
  const signatures = Uint8Array.from({ length: many * SIGNATURE_BYTES }, () => random() * 256)
  const words = new Uint32Array(signatures.buffer)
  const scan = new SignScan()
  scan.add(signatures.subarray(0, 64 * 10))
  scan.add(signatures.subarray(64 * 10))
  const distance = (slot: number, signs: Uint32Array): number =>
    signs.reduce((sum, word, at) => sum + countBits((words[slot * WORDS + at] ?? 0) ^ word), 0)

  it('finds the nearest as counting bit by bit does, of those that count', async () => {
    const signs = words.slice(WORDS * 5, WORDS * 6)
    for (const [most, counts] of [
      [100, () => true],
      [100, (slot: number) => slot % 3 === 0],
      [100, (slot: number) => slot > many - 40],
      [many, () => true],
    ] as const) {
      const wanted = Array.from({ length: many }, (_, slot) => ({ slot, far: distance(slot, signs) }))
        .filter(({ slot }) => counts(slot))
        .sort((a, b) => a.far - b.far || a.slot - b.slot)
        .slice(0, most)
      expect(await scan.nearest(signs, most, counts)).toEqual(wanted.map(({ slot }) => slot))
    }
  })
  it('keeps the questions of several apart', async () => {
    const places = [5, 16_383, 16_384, many - 1]
    const found = await Promise.all(
      places.map((slot) => scan.nearest(words.slice(slot * WORDS, (slot + 1) * WORDS), 1, () => true)),
    )
    expect(found.flat()).toEqual(places)
  })
})

describe('both rankings together', () => {
  it('put what is in both first, and take one alone when the other is empty', () => {
    expect(fuse(['a', 'b', 'c'], ['c', 'd']).map(({ key }) => key)).toEqual(['c', 'a', 'b', 'd'])
    expect(fuse([], ['x', 'y']).map(({ key }) => key)).toEqual(['x', 'y'])
    expect(fuse(['x'], [])).toHaveLength(1)
    expect(fuse([], [])).toEqual([])
  })
  it('quote the sentence that speaks of the search', () => {
    const text = 'Fuel is paid by card. Everyone has 24 days of annual leave. It is asked for in writing.'
    expect(quoteOf(text, new Set(['leav', 'dai', 'annu']))).toBe('Everyone has 24 days of annual leave.')
    expect(quoteOf(text, new Set())).toBe(text)
    expect(quoteOf('', new Set(['x']))).toBe('')
  })
})
