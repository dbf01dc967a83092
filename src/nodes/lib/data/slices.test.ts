import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateHere } from '#graph/evaluate-here.ts'
import { inSlices, sorted } from './slices.ts'

function context(turns = 0) {
  const log: string[] = []
  let left = turns
  const evaluator = {
    ...evaluateHere,
    pause: () => {
      if (left-- <= 0) return null
      log.push('pause')
      return new Promise<void>((resolve) => setImmediate(resolve))
    },
    measure: <T>(work: () => T): T => {
      log.push('measured')
      return work()
    },
  }
  const stopping = new AbortController()
  return { log, stopping, context: { evaluator, signal: stopping.signal } }
}

function* counting(to: number): Generator<void, number> {
  for (let at = 0; at < to; at++) yield
  return to
}

describe('work in slices', () => {
  it('is done at once when it is short', () => {
    const { log, context: given } = context()
    expect(inSlices(counting(3), given)).toBe(3)
    expect(log).toEqual(['measured'])
  })

  it('lets others go first as often as they have to, and every slice is counted', async () => {
    const { log, context: given } = context(2)
    expect(await inSlices(counting(100), given)).toBe(100)
    expect(log).toEqual(['measured', 'pause', 'measured', 'pause', 'measured'])
  })

  it('ends when the step is cancelled, and when its work fails', async () => {
    const { stopping, context: given } = context(1)
    const work = inSlices(counting(100), given)
    stopping.abort(new Error('cancelled'))
    await expect(work).rejects.toThrow('cancelled')
    function* failing(): Generator<void, number> {
      yield* counting(100)
      throw new Error('no number')
    }
    await expect(inSlices(failing(), context(1).context)).rejects.toThrow('no number')
  })
})

it('sorts long lists as short ones: equal items stay as they were', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 0, maxLength: 5_000, size: 'max' })
  fc.assert(
    fc.property(lists, (numbers) => {
      const items = numbers.map((number, at) => ({ number, at }))
      const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number
      expect(inSlices(sorted(items, byNumber), context().context)).toEqual(items.toSorted(byNumber))
    }),
    { numRuns: 20 },
  )
})

it('a sort compares few characters before it can be interrupted', () => {
  const list = Array.from({ length: 300 }, (_, at) => `${'x'.repeat(20_000)}${(at * 7_919) % 300}`)
  let compared = 0
  let most = 0
  const compare = (a: string, b: string) => {
    compared += Math.min(a.length, b.length)
    return a < b ? -1 : Number(a > b)
  }
  const work = sorted(list, compare, ({ length }) => length)
  let step = work.next()
  for (; !step.done; step = work.next()) {
    most = Math.max(most, compared)
    compared = 0
  }
  expect(step.value).toEqual(list.toSorted(compare))
  expect(most).toBeLessThan(1_000_000)
})
