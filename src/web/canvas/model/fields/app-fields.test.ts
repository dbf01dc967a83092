import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { appFieldsOf, askingFieldsOf, fieldsWith, isInForm, missingOf, shapeOf, usualInput } from './app-fields.ts'
import { plainHelp, spoken } from './app-schema.ts'
import { type Field, isClosed } from './field-model.ts'
import { freshItem } from './field-value.ts'

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest })
const field = (schema: JsonObject, rest: JsonObject = {}): Field => {
  const [first] = appFieldsOf(object({ one: schema }, rest))
  if (!first) throw new Error('No field')
  return first
}
const control = (schema: JsonObject, rest: JsonObject = {}) => field(schema, rest).control

describe('the input of an action', () => {
  it('asks for what is required first, and for what is going away last', () => {
    const fields = appFieldsOf(
      object(
        {
          majorDimension: { type: 'string' },
          old: { type: 'string', deprecated: true },
          spreadsheetId: { type: 'string' },
          revision: { type: 'string', readOnly: true },
          range: { type: 'string' },
        },
        { required: ['range', 'spreadsheetId'] },
      ),
    )
    expect(fields.map(({ title, required }) => [title, required])).toEqual([
      ['Spreadsheet ID', true],
      ['Range', true],
      ['Major dimension', false],
      ['Old', false],
    ])
    expect(missingOf(fields, { range: 'A1', spreadsheetId: '' }).map(({ title }) => title)).toEqual(['Spreadsheet ID'])
  })

  it('has a control for each shape', () => {
    expect(control({ type: 'string' })).toEqual({ kind: 'text', lines: false, most: null })
    expect(control({ type: 'string', maxLength: 4000 })).toMatchObject({ kind: 'text', lines: true })
    expect(control({ type: ['string', 'null'], format: 'date-time' })).toEqual({ kind: 'date', time: true })
    expect(control({ type: 'string', format: 'binary' })).toEqual({ kind: 'file' })
    expect(field({ type: 'object', properties: { file_id: { type: 'string' } }, 'x-file': true })).toMatchObject({
      control: { kind: 'file' },
      placeholder: '{{ $input.file }}',
    })
    expect(control({ type: 'integer', minimum: 1 })).toMatchObject({ kind: 'number', whole: true, least: 1 })
    expect(control({ type: 'boolean' })).toEqual({ kind: 'switch' })
    expect(control({ type: 'object', additionalProperties: {} })).toEqual({ kind: 'json', object: true })
    expect(control({})).toMatchObject({ kind: 'value' })
    expect(control({ type: 'array', items: { enum: ['a', 'b'] } })).toMatchObject({ kind: 'choices' })
    expect(control({ enum: ['RAW', 'USER_ENTERED', null] })).toEqual({
      kind: 'choice',
      options: [
        { value: 'RAW', label: 'RAW' },
        { value: 'USER_ENTERED', label: 'User entered' },
      ],
    })
  })

  it('reads rows of any values as a list of lists', () => {
    const rows = control({ type: 'array', items: { type: 'array', items: {} } })
    expect(rows).toMatchObject({
      kind: 'list',
      item: { control: { kind: 'list', item: { control: { kind: 'value' } } } },
    })
  })

  it('follows references, and what allOf brings in', () => {
    const $defs = { Name: { type: 'string', maxLength: 20 }, Base: object({ id: { type: 'integer' } }) }
    expect(control({ $ref: '#/$defs/Name' }, { $defs })).toMatchObject({ kind: 'text', most: 20 })
    const both = control({ allOf: [{ $ref: '#/$defs/Base' }, object({ name: { type: 'string' } })] }, { $defs })
    expect(both.kind === 'object' && both.fields.map(({ key }) => key)).toEqual(['id', 'name'])
    expect(control({ $ref: 'https://elsewhere.example/schema' })).toMatchObject({ kind: 'value' })
  })

  it('opens a schema that contains itself one level at a time', () => {
    const $defs: JsonObject = {
      Node: object({ name: { type: 'string' }, child: { $ref: '#/$defs/Node' } }, { required: ['child'] }),
      Loop: { $ref: '#/$defs/Loop' },
      Union: { oneOf: [{ $ref: '#/$defs/Union' }, { type: 'array', items: { $ref: '#/$defs/Union' } }] },
    }
    const tree = field({ $ref: '#/$defs/Node' }, { $defs })
    let at: Field | undefined = tree
    for (let depth = 0; depth < 20; depth++)
      at = at?.control.kind === 'object' ? at.control.fields.find(({ key }) => key === 'child') : undefined
    expect(at?.title).toBe('Child')
    expect(isClosed(tree)).toBe(false)
    expect(JSON.stringify(freshItem(tree)).length).toBeLessThan(200)
    expect(control({ $ref: '#/$defs/Loop' }, { $defs }).kind).toBe('value')
    expect(control({ $ref: '#/$defs/Union' }, { $defs }).kind).toBe('either')
  })

  it('is read in no time where each part names the next ten times', () => {
    const $defs: JsonObject = { P30: { type: 'object', properties: { end: { type: 'string' } } } }
    for (let at = 0; at < 30; at++)
      $defs[`P${at}`] = { allOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/P${at + 1}` })) }
    const began = performance.now()
    const whole = control({ $ref: '#/$defs/P0' }, { $defs })
    expect(whole.kind === 'object' && whole.fields[0]?.key).toBe('end')
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('takes none of our own marks from outside', () => {
    const given = field({
      type: 'string',
      widget: 'credential',
      expression: 'none',
      needed: true,
      when: { field: 'x', is: [1] },
    })
    expect(given).toMatchObject({ control: { kind: 'text' }, expression: 'template', required: false, when: null })
  })

  it('keeps names that mean something in JavaScript', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"constructor"}}}',
    )
    const fields = appFieldsOf(schema as JsonObject)
    expect(fields.map(({ key, control: { kind } }) => [key, kind])).toEqual([
      ['__proto__', 'text'],
      ['constructor', 'value'],
    ])
    expect(
      missingOf(
        fields.map((one) => ({ ...one, required: true })),
        {},
      ),
    ).toHaveLength(2)
  })
})

describe('a union', () => {
  it('of one shape and nothing is that shape', () => {
    expect(control({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toMatchObject({ kind: 'text' })
  })

  it('of simple values is one value of several kinds', () => {
    expect(control({ oneOf: [{ type: 'string' }, { type: 'number' }] })).toEqual({
      kind: 'value',
      kinds: ['text', 'number'],
    })
  })

  it('of objects that say what they are asks for that first', () => {
    const kinds = control({
      oneOf: [
        object({ type: { const: 'text' }, text: { type: 'string' } }),
        object({ type: { enum: ['image'] }, url: { type: 'string' } }),
      ],
    })
    expect(kinds).toMatchObject({ kind: 'variants', by: 'type' })
    expect(kinds.kind === 'variants' && kinds.variants.map(({ value, fields }) => [value, fields[0]?.key])).toEqual([
      ['text', 'text'],
      ['image', 'url'],
    ])
  })

  it('of anything else is a choice of shapes, and a value has one of them', () => {
    const either = control({
      anyOf: [
        { type: 'string' },
        { type: 'array', items: { type: 'string' } },
        object({ name: { type: 'string' } }),
        object({ id: { type: 'string' }, kind: { type: 'string' } }),
      ],
    })
    if (either.kind !== 'either') throw new Error(either.kind)
    expect(either.choices.map(({ title }) => title)).toEqual(['Text', 'List', 'Group of fields', 'Group of fields 2'])
    const values: (Json | undefined)[] = ['a', ['a'], { name: 'a' }, { id: 'a' }, undefined, 4]
    expect(values.map((value) => shapeOf(either.choices, value))).toEqual([0, 1, 2, 3, -1, -1])
  })

  it('that only says which keys go together leaves the fields as they are', () => {
    const whole = control({
      ...object({ a: { type: 'string' }, b: { type: 'string' } }),
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    })
    expect(whole.kind === 'object' && whole.fields.map(({ key }) => key)).toEqual(['a', 'b'])
  })
})

it('writes names as people do', () => {
  expect(['spreadsheetId', 'USER_ENTERED', 'page_token', 'HTMLBody', 'x-request-id', 'A'].map(spoken)).toEqual([
    'Spreadsheet ID',
    'User entered',
    'Page token',
    'HTML body',
    'X request ID',
    'A',
  ])
})

it('shows a description as plain text of a sentence or two', () => {
  expect(plainHelp('The <b>range</b> in [A1 notation](/sheets/a1).\n\nMore of it.')).toBe('The range in A1 notation.')
  expect(plainHelp('<img src=x onerror=alert(1)>Hello `there`')).toBe('Hello there')
  expect(plainHelp(`${'word '.repeat(200)}`).length).toBeLessThan(330)
  expect(plainHelp(undefined)).toBe('')
})

it('finds fields by any of their words', () => {
  const fields = appFieldsOf(
    object({ pageToken: { type: 'string', description: 'From the answer before' }, range: {} }),
  )
  expect(fieldsWith(fields, 'answer PAGE').map(({ key }) => key)).toEqual(['pageToken'])
  expect(fieldsWith(fields, ' ')).toHaveLength(2)
})

it('begins with the usual values of what is required, and with a cell in a new row', () => {
  const fields = appFieldsOf(
    object(
      {
        range: { type: 'string', default: 'Sheet1' },
        mode: { type: 'string', default: 'a' },
        values: { type: 'array', items: { type: 'array', items: { type: ['string', 'null'] } } },
      },
      { required: ['range', 'values'] },
    ),
  )
  expect(usualInput(fields)).toEqual({ range: 'Sheet1' })
  const rows = fields.find(({ key }) => key === 'values')?.control
  expect(rows?.kind === 'list' && freshItem(rows.item)).toEqual([''])
})

describe('a form that was put together by hand', () => {
  const schema: JsonObject = {
    ...object(
      {
        message: { type: 'object', 'x-hidden': true },
        product: { type: 'string', enum: ['mail'], default: 'mail' },
        note: { type: 'string' },
        text: { type: 'string' },
        to: { type: 'string' },
        account: { type: 'string' },
      },
      { required: ['product', 'account'] },
    ),
    'x-main': ['to', 'text'],
    'x-needed': { to: 'message' },
  }
  const fields = appFieldsOf(schema)

  it('has its own order, then what is required, then the rest', () => {
    expect(fields.map(({ key, main, required }) => [key, main ?? false, required])).toEqual([
      ['to', true, true],
      ['text', true, false],
      ['product', false, true],
      ['account', false, true],
      ['message', false, false],
      ['note', false, false],
    ])
  })

  it('asks for nothing that can only be one thing, and hides what plain fields have replaced', () => {
    const shown = (input: JsonObject) => fields.filter((one) => isInForm(one, input)).map(({ key }) => key)
    expect(shown({})).toEqual(['to', 'text', 'account', 'note'])
    expect(shown({ product: 'mail', message: {} })).toEqual(['to', 'text', 'account', 'message', 'note'])
    expect(shown({ product: '{{ $input.x }}' })).toContain('product')
    expect(usualInput(fields)).toEqual({})
  })

  it('needs a plain field unless the object that it is part of is filled in', () => {
    const missing = (input: JsonObject) => missingOf(fields, input).map(({ key }) => key)
    expect(missing({})).toEqual(['to', 'account'])
    expect(missing({ message: { to: 'a' }, account: 'x' })).toEqual([])
  })
})

describe('what an app is asked for', () => {
  const schema = object({
    channel: { type: ['string', 'object'], 'x-options': { depends_on: ['team', 5], search: true } },
    more: { type: 'object', additionalProperties: true, 'x-fields': { depends_on: ['channel'] } },
    text: { type: 'string', 'x-options': 'hostile' },
    nested: object({ inner: { type: 'string', 'x-options': { depends_on: [] } } }),
  })

  it('is known of the properties of a piece', () => {
    expect(askingFieldsOf(schema).map(({ key, asks }) => [key, asks ?? null])).toEqual([
      ['channel', { what: 'options', property: 'channel', dependsOn: ['team'], search: true }],
      ['more', { what: 'fields', property: 'more', dependsOn: ['channel'], search: false }],
      ['text', null],
      ['nested', null],
    ])
    expect(askingFieldsOf(schema)).toBe(askingFieldsOf(schema))
  })

  it('means nothing in the document of another app', () => {
    expect(appFieldsOf(schema).every(({ asks }) => asks === undefined)).toBe(true)
  })

  it('is called as the piece calls it', () => {
    expect(control({ enum: ['a', { id: 1 }], 'x-labels': ['First', 'Second'] })).toEqual({
      kind: 'choice',
      options: [
        { value: 'a', label: 'First' },
        { value: { id: 1 }, label: 'Second' },
      ],
    })
    expect(control({ type: 'string', 'x-lines': true })).toMatchObject({ kind: 'text', lines: true })
    expect(control({ type: 'string', 'x-date-time': true })).toEqual({ kind: 'date', time: true })
  })
})
