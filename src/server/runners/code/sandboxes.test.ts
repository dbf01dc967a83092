import { afterEach, describe, expect, it } from 'vitest'
import { MOST_SANDBOXES, Sandboxes } from './sandboxes.ts'

const BINDINGS = '[{},[]]'
const code = (source: string) => ({ source, workflow: 'w' })
const all: Sandboxes[] = []
const sandboxes = () => {
  const made = new Sandboxes()
  all.push(made)
  return made
}
afterEach(() => {
  for (const one of all.splice(0)) one.dispose()
})

describe('the isolates of a process', () => {
  it('are one for each tenant, kept from job to job', () => {
    const many = sandboxes()
    const ann = many.of('ann', 16)
    const bob = many.of('bob', 16)
    expect(bob).not.toBe(ann)
    expect(many.of('ann', 16)).toBe(ann)
    expect(many.of('bob', 16)).toBe(bob)
  })

  it('are new when another size is wanted, and after a thousand contexts or twenty thousand executions', () => {
    const many = sandboxes()
    const small = many.of('ann', 16)
    const large = many.of('ann', 32)
    expect(large).not.toBe(small)
    expect(small.heapMb).toBe(0)
    for (let n = 0; n < 1000; n++) large.execute(code('left = 1'), BINDINGS, 1000)
    const next = many.of('ann', 32)
    expect(next).not.toBe(large)
    for (let n = 1; n < 20_000; n++) next.execute(code('return 1'), BINDINGS, 1000)
    expect(many.of('ann', 32)).toBe(next)
    next.execute(code('return 1'), BINDINGS, 1000)
    expect(many.of('ann', 32)).not.toBe(next)
  })

  it('are few: who was not here for longest goes', () => {
    const many = sandboxes()
    const first = many.of('first', 16)
    for (let n = 1; n < MOST_SANDBOXES; n++) many.of(`n${n}`, 16)
    expect(many.of('first', 16)).toBe(first)
    many.of('one more', 16)
    expect(many.size).toBe(MOST_SANDBOXES)
    expect(many.of('first', 16)).toBe(first)
    expect(first.heapMb).toBeGreaterThan(0)
  })

  it('give back what a process left that is not here any more', () => {
    const many = sandboxes()
    const greedy = many.of('greedy', 128)
    greedy.execute(
      code('const kept = []; for (let i = 0; i < 60; i++) kept.push(new Uint8Array(1e6).fill(1)); return 1'),
      BINDINGS,
      5000,
    )
    expect(greedy.heapMb).toBeGreaterThan(24)
    many.of('modest', 16)
    expect(greedy.heapMb).toBe(0)
  })

  it('hold no context of a finished execution', () => {
    const ann = sandboxes().of('ann', 32)
    // Contexts that stayed would pass the limit of memory long before.
    for (let n = 0; n < 400; n++)
      ann.execute(code('globalThis.kept = new Array(20_000).fill(1.5); return 1'), BINDINGS, 1000)
    expect(ann.heapMb).toBeLessThan(32)
  })
})
