import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
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

it.each(catalogue.all.map((node) => [node.type, node] as const))(
  'makes a form of %s and takes its example back',
  async (_type, node) => {
    const { config, example } = describeNode(node)
    const form = shapeOf(config)
    expect(form.fields.map(({ name }) => name)).toEqual(Object.keys(config.properties as object))
    for (const field of form.fields) expect(field.label).not.toBe('')
    const settings = { ...presetOf(config), ...example }
    const back = await configOf(form, valuesOf(form, settings))
    // A field that is left empty and one that says what is said anyway are the same.
    for (const [name, value] of Object.entries(example))
      if (value !== '') expect([name, back[name]]).toEqual([name, value])
  },
)
