import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/primitives.ts'
import { configOf, presetOf, readJson, shapeOf, valuesOf } from './config-form.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: ['GET', 'POST'], default: 'GET' },
    url: { type: 'string', minLength: 1 },
    text: { type: 'string', widget: 'textarea' },
    count: { type: 'integer', default: 3 },
    keep: { type: 'boolean', default: false },
    headers: { type: 'array', items: { type: 'object' } },
  },
  required: ['url'],
}
const shape = shapeOf(schema)

it('makes a field of every setting', () => {
  expect(shape.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['method', 'select'],
    ['url', 'text'],
    ['text', 'textarea'],
    ['count', 'number'],
    ['keep', 'boolean'],
    ['headers', 'json'],
  ])
})

it('begins with what the type has without being told', () => {
  expect(presetOf(schema)).toEqual({ method: 'GET', count: 3, keep: false })
})

it('goes from settings to fields and back', async () => {
  const config = { method: 'POST', url: '{{ $input.url }}', count: 5, keep: true, headers: [{ name: 'a', value: 'b' }] }
  expect(await configOf(shape, valuesOf(shape, config))).toEqual(config)
})

it('takes an object of JSON and nothing else', () => {
  expect(readJson('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['', '[1]', 'null', '{', '"a"']) expect(readJson(text)).toBeNull()
})
