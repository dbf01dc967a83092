import { describe, expect, it } from 'vitest'
import { diffJson, MOST_DIFFERENCES } from './json-diff.ts'

const lines = (before: Parameters<typeof diffJson>[0], after: Parameters<typeof diffJson>[0]) =>
  diffJson(before, after).map(({ kind, path }) => `${kind} ${path}`)

describe('differences', () => {
  it('are none between equal values', () => {
    expect(lines({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([])
  })
  it('name the place, in order', () => {
    expect(lines({ a: 1, b: [1, 2], c: 'x' }, { b: [1, 3, 4], c: 'x', d: null })).toEqual([
      'removed a',
      'changed b.1',
      'added b.2',
      'added d',
    ])
  })
  it('are one where kinds differ', () => {
    expect(diffJson({ a: 1 }, [1])).toEqual([{ path: '', kind: 'changed', before: { a: 1 }, after: [1] }])
    expect(lines(null, {})).toEqual(['changed '])
  })
  it('do not take what every object has for a value', () => {
    expect(lines({}, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual([
      'added __proto__',
      'added constructor',
    ])
  })
  it('end with a depth that breaks recursion, and with a hundred thousand', () => {
    let deep: Parameters<typeof diffJson>[0] = 1
    let other: Parameters<typeof diffJson>[0] = 2
    for (let i = 0; i < 50_000; i++) [deep, other] = [[deep], [other]]
    expect(diffJson(deep, other)).toHaveLength(1)
    const many = Array.from({ length: 100_000 }, (_, index) => index)
    expect(
      diffJson(
        many,
        many.map((n) => -n - 1),
      ),
    ).toHaveLength(MOST_DIFFERENCES)
  })
})
