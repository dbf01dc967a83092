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

describe('the scan of signs', () => {
  it('counts what differs as counting bit by bit does', async () => {
    const many = 70_000
    const signatures = new Uint8Array(many * SIGNATURE_BYTES)
    let state = 1
    for (let at = 0; at < signatures.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      signatures[at] = state >>> 24
    }
    const scan = new SignScan()
    scan.add(signatures.subarray(0, 64 * 10))
    scan.add(signatures.subarray(64 * 10))
    const signs = new Uint32Array(signatures.slice(64 * 5, 64 * 6).buffer)
    const words = new Uint32Array(signatures.buffer)
    const distances = await scan.distances(signs)
    for (const slot of [0, 5, 65_535, 65_536, many - 1]) {
      let wanted = 0
      for (let i = 0; i < WORDS; i++) wanted += countBits((words[slot * WORDS + i] ?? 0) ^ (signs[i] ?? 0))
      expect(distances[slot]).toBe(wanted)
    }
    expect(distances[5]).toBe(0)
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
