import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { fieldAt, longestText, withAt } from './field-at.ts'
import { fieldsOf } from './field-model.ts'

const formOf = (type: string) => {
  const node = catalogue.get(type)
  if (!node) throw new Error(type)
  return fieldsOf(describeNode(node).config)
}
const CONFIG: JsonObject = {
  fields: [
    { name: 'a', value: 1 },
    { name: 'b', value: { deep: [1, 2] } },
  ],
}

it('finds a setting at any depth, and none where there is none', () => {
  const form = formOf('set_fields')
  expect(fieldAt(form, 'fields.1.name', CONFIG)).toMatchObject({ value: 'b', field: { key: 'name' } })
  expect(fieldAt(form, 'fields', CONFIG)?.value).toEqual(CONFIG.fields)
  for (const path of ['fields.2.name', 'nothing', 'fields.0.nothing', 'fields.x', '__proto__', ''])
    expect(fieldAt(form, path, CONFIG), path).toBe(null)
})

it('changes that one alone, and takes it away', () => {
  expect(withAt(CONFIG, ['fields', '1', 'name'], 'c')).toEqual({
    fields: [
      { name: 'a', value: 1 },
      { name: 'c', value: { deep: [1, 2] } },
    ],
  })
  expect(withAt(CONFIG, ['fields', '0', 'value'], undefined)).toMatchObject({ fields: [{ name: 'a' }, {}] })
  expect(withAt({}, ['new'], 'x')).toEqual({ new: 'x' })
})

it('keeps the longest text open, one of several lines first', () => {
  expect(longestText(formOf('template'), { text: 'x' })).toBe('text')
  expect(longestText(formOf('manual_trigger'), {})).toBe(null)
})
