import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { type Field, fieldsOf, isAsked, isClosed } from './field-model.ts'
import {
  itemsOf,
  keptItems,
  kindOfValue,
  shownRupees,
  shownText,
  takenJson,
  takenNumber,
  takenRupees,
  takenText,
  withKey,
} from './field-value.ts'
import { inWords, problemText } from './problem-words.ts'

/** What stands in a control, taken from it again, as an edit that changes nothing. */
function passed(field: Field, value: Json | undefined): Json | undefined {
  const { control } = field
  // An expression stands in the editor as it is.
  if (typeof value === 'string' && value.includes('{{')) return value
  switch (control.kind) {
    case 'object':
      return throughFields(control.fields, value)
    case 'variants': {
      const variant = control.variants.find((one) => isObject(value) && one.value === value[control.by])
      return throughFields(variant?.fields ?? [], value)
    }
    case 'list':
      return value === undefined
        ? undefined
        : keptItems(
            itemsOf(value, control.bare).map((item) => passed(control.item, item) ?? null),
            control.bare && !Array.isArray(value),
          )
    case 'number':
      return takenNumber(shownText(value))
    case 'rupees':
      return takenRupees(shownRupees(value))
    case 'text':
      return value === undefined ? undefined : takenText(field, shownText(value))
    case 'json':
      return takenJson(value === undefined ? '' : JSON.stringify(value, null, 2))?.value
    case 'choice':
      return control.options.find((option) => option.value === (value ?? null))?.value
    case 'choices':
      return itemsOf(value, false).map((one) => control.options.find((option) => option.value === one)?.value ?? null)
    case 'value':
      expect(control.kinds).toContain(kindOfValue(value, control.kinds))
      return value
    default:
      return value
  }
}

function throughFields(fields: readonly Field[], value: Json | undefined): JsonObject {
  let kept: JsonObject = isObject(value) ? value : {}
  for (const field of fields)
    if (kept[field.key] !== undefined) kept = withKey(kept, field.key, passed(field, kept[field.key]))
  return kept
}

const everyField = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => {
    const { control } = field
    if (control.kind === 'object') return [field, ...everyField(control.fields)]
    if (control.kind === 'variants') return [field, ...control.variants.flatMap((one) => everyField(one.fields))]
    return control.kind === 'list' ? [field, ...everyField([control.item])] : [field]
  })

describe('the form of every type of node', () => {
  it.each(catalogue.all.map((node) => [node.type, node] as const))('%s takes its example back', (_type, node) => {
    const { config, example } = describeNode(node)
    const fields = fieldsOf(config)
    expect(fields.map(({ key }) => key)).toEqual(Object.keys(config.properties as object))
    for (const field of everyField(fields)) if (field.key !== '') expect(field.title, field.key).not.toBe('')
    expect(throughFields(fields, example)).toEqual(example)
    // What is shown without being set is what the type has, and it passes through its control unchanged.
    for (const field of fields)
      if (field.preset !== undefined && field.control.kind !== 'choices')
        expect([field.key, passed(field, field.preset) ?? '']).toEqual([field.key, field.preset ?? ''])
  })

  it('has no setting that is only JSON by mistake', () => {
    const fallen = catalogue.all.flatMap((node) =>
      everyField(fieldsOf(describeNode(node).config))
        .filter(({ control }) => control.kind === 'json')
        .map(({ key, title }) => `${node.type}.${key || title}`),
    )
    expect(fallen.sort()).toMatchInlineSnapshot(`
      [
        "ai_agent.body",
        "ai_agent.config",
        "ai_agent.fixed",
        "ai_agent.fixed",
        "ai_agent.fixed",
        "ai_agent.parameters",
        "ai_agent.parameters",
        "ai_agent.parameters",
        "ai_agent.parameters",
        "ai_agent.parameters",
        "ai_agent.schema",
        "ai_extract.schema",
        "ai_prompt.schema",
        "app_action.input",
        "app_trigger.input",
        "graphql_request.variables",
        "http_request.body",
        "marketplace_agent.input",
        "placeholder.original",
        "postgres_query.parameters",
        "set_fields.json",
        "slack_message.blocks",
        "validate_schema.schema",
        "vector_store.metadata",
        "webhook_call.body",
      ]
    `)
  })
})

const one = (property: JsonObject, more: JsonObject = {}) =>
  fieldsOf({ properties: { a: property }, ...more })[0]?.control

describe('schemas', () => {
  it('become the control that fits', () => {
    expect(one({ type: 'string', widget: 'textarea' })).toEqual({ kind: 'text', lines: true, most: null })
    expect(one({ type: 'integer', minimum: 1 })).toEqual({ kind: 'number', whole: true, least: 1, most: null })
    expect(one({ type: 'integer', minimum: 1, widget: 'rupees' })).toEqual({ kind: 'rupees' })
    expect(one({ type: 'array', items: { type: 'string', enum: ['a_b'] } })).toEqual({
      kind: 'choices',
      options: [{ value: 'a_b', label: 'A b' }],
    })
    expect(one({ $ref: '#/$defs/Json' }, { $defs: { Json: {} } })).toMatchObject({ kind: 'value' })
    expect(one({ type: ['string', 'number'] })).toEqual({ kind: 'value', kinds: ['text', 'number'] })
    expect(one({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toMatchObject({ kind: 'text' })
    expect(one({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })).toMatchObject({
      kind: 'list',
      bare: true,
    })
    const variants = ['x', 'y'].map(
      (kind): JsonObject => ({
        type: 'object',
        properties: { kind: { const: kind }, [`of_${kind}`]: { type: 'boolean' } },
      }),
    )
    expect(one({ oneOf: variants })).toMatchObject({
      kind: 'variants',
      by: 'kind',
      variants: [{ value: 'x' }, { value: 'y' }],
    })
    expect(one({ type: 'array', items: { type: 'string' }, widget: 'workflow' })).toMatchObject({
      kind: 'list',
      item: { control: { kind: 'workflow' } },
    })
    expect(one({ not: {} })).toEqual({ kind: 'json', object: false })
  })

  it('offer no expression in place of what is taken as it is', () => {
    const closed = (type: string) =>
      fieldsOf(describeNode(catalogue.get(type) as never).config)
        .filter((field) => field.control.kind === 'list' && isClosed(field))
        .map(({ key }) => key)
    expect([closed('ai_agent'), closed('sort'), closed('set_fields')]).toEqual([
      ['tools', 'skills', 'sub_agents', 'allowed_hosts'],
      ['keys'],
      [],
    ])
  })

  it('ask for a field only where another says so, and always where it holds something', () => {
    const fields = fieldsOf({
      properties: { body: { type: 'string', when: { field: 'kind', is: ['text'] } }, kind: { default: 'none' } },
    })
    const [body] = fields
    if (!body) throw new Error('There is no field')
    expect(isAsked(body, {}, fields)).toBe(false)
    expect(isAsked(body, { kind: 'text' }, fields)).toBe(true)
    expect(isAsked(body, { kind: '{{ $input.kind }}' }, fields)).toBe(true)
    expect(isAsked(body, { body: 'kept' }, fields)).toBe(true)
  })
})

it('says in words what the library of schemas says', () => {
  const said = (schema: z.ZodType, value: unknown) => inWords(schema.safeParse(value).error?.issues[0]?.message ?? '')
  expect([
    said(z.string(), undefined),
    said(z.string().min(1), ''),
    said(z.number().min(100), 5),
    said(z.number().int().max(3), 5),
    said(z.number().positive(), 0),
    said(z.array(z.string()).max(1), ['', '']),
    said(z.number(), 'a'),
    said(z.number().int(), 1.5),
    said(z.enum(['a', 'c']), 'b'),
    said(z.string().min(1, 'Enter an address'), ''),
  ]).toEqual([
    'Required',
    'Required',
    'At least 100',
    'At most 3',
    'More than 0',
    'At most 1 items',
    'This takes a number',
    'This takes a whole number',
    'Choose from the list',
    'Enter an address',
  ])
  const needed = { node: 'call', message: 'Invalid input: expected string, received undefined' }
  expect(problemText({ ...needed, label: 'Address' })).toBe('Address: required')
  expect(problemText({ ...needed, label: '' })).toBe('Required')
  expect(inWords(Json.safeParse(undefined).error?.issues[0]?.message ?? '')).toBe('Required')
})

it('takes numbers as they are typed and leaves what is none to validation', () => {
  expect(['', ' 12 ', '-1.5', '1e3', 'abc', '0x10'].map(takenNumber)).toEqual([undefined, 12, -1.5, 1000, 'abc', 16])
})
