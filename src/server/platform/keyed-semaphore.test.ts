import { expect, it } from 'vitest'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

it('lets so many in at a time for each key, in their order, and continues after a failure', async () => {
  const withSlot = createKeyedSemaphore(2)
  const seen: string[] = []
  let [inside, most] = [0, 0]
  const work = (name: string) => async () => {
    seen.push(name)
    most = Math.max(most, ++inside)
    await soon()
    inside--
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const all = await Promise.allSettled([...'abcdef'].map((name) => withSlot('x', work(name))))
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect([seen.join(''), most, inside]).toEqual(['abcdef', 2, 0])
})

it('keeps keys apart', async () => {
  const withSlot = createKeyedSemaphore(1)
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await soon()
    seen.push(`${name} ends`)
  }
  await Promise.all([withSlot('x', work('a')), withSlot('y', work('b'))])
  expect(seen.slice(0, 2)).toEqual(['a begins', 'b begins'])
})
