import { expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { type Field, fieldsOf, isAsked } from './field-model.ts'

const asked = (fields: readonly Field[], beside: JsonObject): string[] =>
  fields.filter((field) => isAsked(field, beside, fields)).map(({ key }) => key)

const of = (type: string): readonly Field[] => {
  const node = catalogue.get(type)
  if (!node) throw new Error(`There is no ${type}`)
  return fieldsOf(describeNode(node).config)
}

it('asks a webhook for what its protection needs, step by step', () => {
  const fields = of('webhook_trigger')
  expect(asked(fields, {})).toEqual(['method', 'respond', 'auth', 'dedupe'])
  expect(asked(fields, { auth: 'header' })).toContain('header_name')
  expect(asked(fields, { auth: 'signature' })).toEqual(
    expect.arrayContaining(['signature_format', 'tolerance_seconds']),
  )
  expect(asked(fields, { auth: 'signature', signature_format: 'body' })).not.toContain('tolerance_seconds')
  // What does not count where it stands decides nothing.
  expect(asked(fields, { auth: 'none', signature_format: 'timestamped' })).not.toContain('tolerance_seconds')
})

it('goes by any of several that are chosen', () => {
  const fields = of('change_text')
  expect(asked(fields, { operations: ['trim', 'pad_end'] })).toEqual(expect.arrayContaining(['length', 'fill']))
  expect(asked(fields, { operations: ['trim', 'shorten'] })).not.toContain('fill')
})

it('asks for no model where rules alone decide', () => {
  expect(asked(of('ai_classify'), { how: 'rules' })).not.toContain('model')
  expect(asked(of('ai_classify'), {})).toContain('model')
})

/** What a field that decides can be. */
function possible({ control, preset }: Field): readonly Json[] | null {
  if (control.kind === 'choice' || control.kind === 'choices') return control.options.map(({ value }) => value)
  if (control.kind === 'switch') return [true, false]
  return preset === undefined ? null : [preset]
}

function faultsIn(fields: readonly Field[], at: string): string[] {
  return fields.flatMap(({ key, when, control }) => {
    const inner =
      control.kind === 'object'
        ? faultsIn(control.fields, `${at}.${key}`)
        : control.kind === 'list' && control.item.control.kind === 'object'
          ? faultsIn(control.item.control.fields, `${at}.${key}`)
          : []
    if (when === null) return inner
    const by = fields.find((one) => one.key === when.field)
    const values = by && possible(by)
    const strange = values ? when.is.filter((value) => !values.includes(value)) : []
    if (!by) return [...inner, `${at}.${key} goes by ${when.field}, which is not there`]
    return strange.length > 0 ? [...inner, `${at}.${key} waits for ${JSON.stringify(strange)}`] : inner
  })
}

it.each(catalogue.all.map((node) => [node.type, node] as const))('%s asks by settings it has', (type, node) => {
  expect(faultsIn(fieldsOf(describeNode(node).config), type)).toEqual([])
})
