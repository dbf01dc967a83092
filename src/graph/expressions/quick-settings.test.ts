import { expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { busy } from '#test/support/busy.ts'
import { compileConfig } from './expressions.ts'

const long = 'a'.repeat(400_000)
const numbers = Array.from({ length: 190_000 }, (_, index) => index)
const items = numbers.map((n) => ({ n, text: `item ${n}` }))

/** Others wait for the server's thread: what takes long is left to another one, and finding that out takes no time either. */
it.each<[what: string, text: string, input: Json]>([
  [
    'a text is searched in one that nearly holds it',
    '{{ $contains(text, part) }}',
    { text: long, part: `b${long.slice(1, 200_000)}` },
  ],
  [
    'a text is cut at one that it nearly holds',
    '{{ $split(text, part) }}',
    { text: long.slice(0, 190_000), part: `b${long.slice(1, 90_000)}` },
  ],
  [
    'a list is joined with a long text between',
    '{{ $join(list, part) }}',
    { list: Array(9_000).fill(''), part: long.slice(0, 40_000) },
  ],
  ['a large value is written as a text', '{{ $string(items) }}', { items }],
  ['a large value is written into a text', 'Items: {{ items }}', { items }],
  ['a template repeats a large value', '{{ items }} '.repeat(2_000), { items: items.slice(0, 2_000) }],
  ['a template repeats a long text', '{{ text }}'.repeat(2_000), { text: long }],
  ['large values are compared', '{{ items = others }}', { items, others: structuredClone(items) }],
  [
    'each item is looked up in a long list of places',
    '{{ numbers[$$.places] }}',
    { numbers: numbers.slice(0, 50_000), places: numbers },
  ],
  ['long texts are put together again and again', `{{ ${Array(400).fill('text').join(' & ')} }}`, { text: long }],
])('nobody waits while %s', (_what, text, input) => {
  const config = compileConfig({ text })
  const spent = busy()
  expect(config.resolveFast({ input })).toBeUndefined()
  expect(spent()).toBeLessThan(60)
})

it('what is quick is answered at once', () => {
  const config = compileConfig({ text: 'Dear {{ name }}, {{ order }}', list: '{{ items }}' })
  const input: JsonObject = { name: 'Asha', order: { total: 3 }, items }
  expect(config.resolveFast({ input })).toEqual({ text: 'Dear Asha, {"total":3}', list: items })
})
