import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'
import { readJson, readObject } from '#web/canvas/model/graph/json-text.ts'
import { sampleOf } from '#web/canvas/services/analysis/schema-sample.ts'
import { filesIn, linesOf, stepPath, tableOf, textsIn } from './data-paths.ts'

const value = {
  items: [
    { name: 'Asha', 'total due': 3 },
    { name: 'Bharat', 'total due': 9 },
  ],
  note: 'A long note',
  odd: { 'tick`ed': 1, and: 2 },
}
const all = { base: '$nodes.x', name: 'x', open: new Set<string>(), search: '', most: 100 }

describe('lines of data', () => {
  it('each have an expression that reads their value', async () => {
    const everything = (): string[] => {
      const open = new Set(['$nodes.x'])
      for (let size = 0; size !== open.size; ) {
        size = open.size
        for (const { path } of linesOf(value, { ...all, open })) open.add(path)
      }
      return [...open]
    }
    const lines = linesOf(value, { ...all, open: new Set(everything()) })
    expect(lines.length).toBe(12)
    for (const { path, value: expected } of lines)
      expect([path, await compileExpression(path).evaluate({ input: null, node: () => value })]).toEqual([
        path,
        expected,
      ])
  })

  it('are found by names and values, with what they stand in', () => {
    const found = (search: string) => linesOf(value, { ...all, search }).map(({ path }) => path)
    expect(found('bharat')).toEqual(['$nodes.x', '$nodes.x.items', '$nodes.x.items[1]', '$nodes.x.items[1].name'])
    expect(found('nothing like it')).toEqual(['$nodes.x'])
  })

  it('quote names that the language would read otherwise', () => {
    expect(stepPath('$nodes.x', 'total due')).toBe('$nodes.x.`total due`')
    expect(stepPath('$nodes.x', 'and')).toBe('$nodes.x.`and`')
    expect(stepPath('$nodes.x', 0)).toBe('$nodes.x[0]')
  })

  it('are never more than asked for', () => {
    const many = Array.from({ length: 5000 }, (_, index) => index)
    expect(linesOf(many, { ...all, open: new Set(['$nodes.x']), most: 50 })).toHaveLength(50)
  })
})

describe('other ways to look at data', () => {
  it('takes the one list in it as a table', () => {
    expect(tableOf(value, '$nodes.x')).toMatchObject({
      columns: ['name', 'total due'],
      rows: [{ path: '$nodes.x.items[0]', cells: ['Asha', 3] }, {}],
    })
    expect(tableOf([1, 2], '$input')?.columns).toEqual(['Value'])
    expect(tableOf({ a: [1], b: [2] }, '$input')).toBeNull()
    expect(tableOf('text', '$input')).toBeNull()
  })

  it('finds files and texts, the longest first', () => {
    const file = { file_id: 'f', name: 'a.pdf', mime: 'application/pdf' }
    expect(filesIn({ deep: [file] }, '$input')).toEqual([
      { id: 'f', name: 'a.pdf', mime: 'application/pdf', path: '$input.deep[0]' },
    ])
    expect(textsIn(value, '$nodes.x')[0]).toEqual({ path: '$nodes.x.note', text: 'A long note' })
  })
})

describe('JSON as people write it', () => {
  it('says where it is wrong', () => {
    expect(readJson('{"a": 1,\n "b": }')).toEqual({ failure: 'This isn’t valid JSON: line 2, column 7' })
    expect(readJson('{"a": 1,')).toEqual({ failure: 'This isn’t valid JSON: it ends too early' })
    expect(readJson('[1, 2')).toEqual({ failure: 'This isn’t valid JSON: it ends too early' })
    expect(readJson("{'a': 1}")).toEqual({ failure: 'This isn’t valid JSON: line 1, column 2' })
    expect(readJson('[1] 2')).toEqual({ failure: 'This isn’t valid JSON: line 1, column 5' })
    expect(readJson('')).toEqual({ failure: expect.stringContaining('Write JSON') })
    expect(readJson('{"a": {"__proto__": 1}}')).toEqual({ failure: expect.stringContaining('reserved') })
    expect(readJson('[1, null]')).toEqual({ value: [1, null] })
    expect(readObject('[]')).toContain('Write an object')
  })
})

describe('a made-up value', () => {
  it('has the shape of its schema', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        at: { type: 'string', format: 'date' },
        list: { type: 'array', items: { $ref: '#/$defs/one' } },
        kind: { enum: ['a', 'b'] },
        maybe: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] },
      },
      $defs: { one: { type: 'object', properties: { ok: { type: 'boolean' } } } },
    }
    expect(sampleOf(schema)).toEqual({ name: 'text', at: '2026-01-31', list: [{ ok: true }], kind: 'a', maybe: 3 })
    expect(sampleOf({})).toBeUndefined()
    const endless: JsonObject = { type: 'object', properties: { self: { $ref: '#' } } }
    expect(JSON.stringify(sampleOf(endless)).length).toBeLessThan(500)
  })
})
