import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workForServer } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'

let runners: Runners
beforeAll(() => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
})
afterAll(() => runners.stop())
const never = workForServer(new AbortController().signal)
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

describe('embeddings', () => {
  it('have 512 numbers and unit length, in the order of the texts', async () => {
    const texts = Array.from({ length: 70 }, (_, i) => `The patient has condition number ${i}`)
    const vectors = await runners.embed(texts, never)
    expect(vectors).toHaveLength(70)
    for (const vector of vectors) {
      expect(vector).toBeInstanceOf(Float32Array)
      expect(vector).toHaveLength(512)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    }
    const [alone = new Float32Array()] = await runners.embed([texts[69] ?? ''], never)
    expect(cosine(alone, vectors[69] ?? alone)).toBeCloseTo(1, 3)
  })
  it('are near for near meanings', async () => {
    const [claim, same, other] = await runners.embed(
      [
        'type 2 diabetes with kidney complications',
        'diabetes mellitus with renal manifestations',
        'fracture of the left femur',
      ],
      never,
    )
    if (claim === undefined || same === undefined || other === undefined) throw new Error('three were asked for')
    expect(cosine(claim, same)).toBeGreaterThan(cosine(claim, other) + 0.2)
  })
  it('exist for any text there is', async () => {
    const hostile = ['', ' ', '\0', '\ud800', '😀'.repeat(3000), 'x'.repeat(100_000), '__proto__', '\u202e']
    const vectors = await runners.embed(hostile, never)
    for (const vector of vectors) expect([...vector].every(Number.isFinite)).toBe(true)
    expect(await runners.embed([], never)).toEqual([])
  })
  it('count the tokens that the model reads', async () => {
    const count = async (...texts: string[]) => (await runners.embedCounted(texts, never)).tokens
    const [one, two] = [await count('The fee is seven hundred rupees.'), await count('Yes')]
    expect([one, two]).toEqual([expect.any(Number), 1])
    expect(one).toBeGreaterThanOrEqual(6)
    expect(one).toBeLessThan(20)
    expect(await count('The fee is seven hundred rupees.', 'Yes')).toBe(one + two)
    expect(await count('word '.repeat(4_000))).toBe(await count('word '.repeat(800)))
    expect(await count()).toBe(0)
  })
  it('are bounded and can be cancelled', async () => {
    await expect(runners.embed(Array(5001).fill('x'), never)).rejects.toMatchObject({ code: 'embed_too_many' })
    const abort = new AbortController()
    const work = runners.embed(Array(640).fill('some words to embed'), workForServer(abort.signal))
    abort.abort('enough')
    await expect(work).rejects.toBe('enough')
    expect(await runners.embed(['x'], never)).toHaveLength(1)
  })
})
