import { expect, it } from 'vitest'
import { runInSlices } from './in-slices.ts'

/** Some pieces, each long enough to end the turn. */
function* pieces(count: number): Generator<void, void> {
  for (let piece = 0; piece < count; piece++) {
    const until = performance.now() + 10
    while (performance.now() < until);
    yield
  }
}

it('an owner with much work delays the work of another by no more than one piece of it each turn', async () => {
  const order: string[] = []
  const work = (owner: string) => runInSlices(owner, pieces(3)).then(() => order.push(owner))
  await Promise.all([...Array.from({ length: 6 }, () => work('greedy')), work('other')])
  expect(order.indexOf('other')).toBeLessThanOrEqual(1)
})

it('ends with a named error what takes more processor time than it may', async () => {
  const limit = { most_ms: 15, error: () => new Error('too long') }
  await expect(runInSlices('an owner', pieces(5), limit)).rejects.toThrow('too long')
})
