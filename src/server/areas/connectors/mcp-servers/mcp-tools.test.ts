import { describe, expect, it } from 'vitest'
import { effectOf, idsOf } from './mcp-tools.ts'

const hints = (part: object) =>
  ({ hints: { read_only: false, destructive: false, idempotent: false, ...part } }) as Parameters<typeof effectOf>[0]

describe('ids of tools', () => {
  it('are those of actions, and stay theirs', () => {
    const first = idsOf(['getThing', 'get-thing', 'get_thing', '@read_resource'], new Map())
    expect([...first.values()]).toEqual(['get_thing', 'get_thing_2', 'get_thing_3', 'read_resource'])
    // In another order, with a new one: what is known keeps its id.
    const later = idsOf(['get_thing', 'get.thing', 'getThing'], first)
    expect(Object.fromEntries(later)).toEqual({
      get_thing: 'get_thing_3',
      'get.thing': 'get_thing_4',
      getThing: 'get_thing',
    })
  })

  it('are short, whatever the name', () => {
    const names = ['aB'.repeat(64), `${'aB'.repeat(64)}c`]
    for (const id of idsOf(names, new Map()).values()) expect(id.length).toBeLessThanOrEqual(140)
  })
})

it('believes that a tool destroys, and that it reads only where its owner does', () => {
  expect(effectOf(hints({ destructive: true, read_only: true }), true)).toBe('destructive')
  expect(effectOf(hints({ read_only: true }), false)).toBe('write')
  expect(effectOf(hints({ read_only: true }), true)).toBe('read')
})
