/**
 * The input of an action of an app as fields of a form. Its JSON Schema comes from outside, so none of our own marks (`widget`,
 * `expression`, `when`) mean anything in it, and what is inside a field is read when it is opened. Pure.
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { neededUnless, onlyValuesOf } from '#shared/action-input.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'
import { plainHelp, resolvedIn, spoken, typesOf } from './app-schema.ts'
import {
  type Asks,
  type Control,
  type Either,
  type Field,
  type Option,
  VALUE_KINDS,
  type ValueKind,
} from './field-model.ts'

/** More properties than this are not for a form. */
const MOST_FIELDS = 400
const MOST_OPTIONS = 500
/** Of a union; further ones are written as JSON. */
const MOST_MEMBERS = 20
/** Unions inside unions. */
const DEEPEST = 3
/** A text that may be this long gets several lines. */
const LONG_CHARS = 300
const LONG_NAMES = /^(body|content|description|html|markdown|message|note|notes|comment|text|summary|prompt)$/i

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)
const isScalar = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && typeof value !== 'object'

/** A control whose inside is read once it is looked at: a schema may contain itself. */
function lazy<Kind extends 'object' | 'list'>(kind: Kind, rest: object, key: string, read: () => unknown): Control {
  let known: unknown
  return Object.defineProperty({ kind, ...rest }, key, {
    enumerable: true,
    get: () => {
      known ??= read()
      return known
    },
  }) as unknown as Control
}

/** @param labels in the order of the values, where the app says how they are called */
const optionsOf = (values: readonly Json[], labels: readonly Json[] = []): Option[] =>
  values
    .map((value, at) => ({
      value,
      label: text(labels[at]).slice(0, 200) || (typeof value === 'string' ? labelOf(value) : JSON.stringify(value)),
    }))
    .filter(({ value }) => value !== null)
    .slice(0, MOST_OPTIONS)

const enumOf = (schema: JsonObject): Option[] => optionsOf(listOrEmpty(schema.enum), listOrEmpty(schema['x-labels']))

/** Shouted values are written as people write them; all others are left as they are. */
const labelOf = (value: string): string => (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(value) ? spoken(value) : value)

/** Whether a member of a union says anything of the value, beyond which of its keys it needs. */
const hasShape = (schema: JsonObject): boolean =>
  ['type', 'enum', 'const', 'properties', 'items', 'anyOf', 'oneOf'].some((key) => schema[key] !== undefined)

/** The members of a union, resolved, without null and without those that say nothing. */
function membersOf(schema: JsonObject, root: JsonObject): { schema: JsonObject; name: string }[] {
  return [...listOrEmpty(schema.oneOf), ...listOrEmpty(schema.anyOf)].slice(0, MOST_MEMBERS).flatMap((given) => {
    const one = objectOrEmpty(given)
    const found = resolvedIn(one, root)
    const isNull = found.type === 'null' || found.const === null
    if (isNull || !hasShape(found)) return []
    const name = text(found.title) || spoken(/\/([^/]+)$/.exec(text(one.$ref))?.[1] ?? '')
    return [{ schema: found, name }]
  })
}

const KIND_OF_TYPE: ReadonlyMap<string, ValueKind> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'switch'],
])

function valueControl(types: readonly string[]): Control {
  const kinds = new Set(types.map((type) => KIND_OF_TYPE.get(type) ?? 'json'))
  return { kind: 'value', kinds: VALUE_KINDS.filter((kind) => kinds.has(kind)) }
}

/** The one value that a property can have. */
function onlyValue(schema: JsonObject): string | null {
  const values = schema.const === undefined ? listOrEmpty(schema.enum) : [schema.const]
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only : null
}

/** Objects that say in a property of their own which they are. */
function variantsOf(members: ReturnType<typeof membersOf>, root: JsonObject): Control | null {
  const marks = members.map(({ schema }) => {
    const entries = Object.entries(objectOrEmpty(schema.properties))
    return new Map(
      entries.flatMap(([key, given]) => {
        const only = onlyValue(resolvedIn(objectOrEmpty(given), root))
        return only === null ? [] : [[key, only] as const]
      }),
    )
  })
  const by = [...(marks[0]?.keys() ?? [])].find(
    (key) => marks.every((each) => each.has(key)) && new Set(marks.map((each) => each.get(key))).size === marks.length,
  )
  if (by === undefined) return null
  const variants = members.map(({ schema, name }, index) => {
    const value = marks[index]?.get(by) ?? ''
    const variant = { value, title: name || labelOf(value) }
    let fields: readonly Field[] | undefined
    return Object.defineProperty(variant, 'fields', {
      enumerable: true,
      get: () => {
        fields ??= fieldsIn(schema, root).filter(({ key }) => key !== by)
        return fields
      },
    }) as typeof variant & { readonly fields: readonly Field[] }
  })
  return { kind: 'variants', by, variants }
}

/** What a member of a union is called by its shape. */
export const SHAPES: Partial<Record<Control['kind'], string>> = {
  number: 'Number',
  switch: 'Yes or no',
  list: 'List',
  choices: 'List',
  object: 'Group of fields',
  variants: 'Group of fields',
  json: 'JSON',
  choice: 'One of a list',
  date: 'Date',
  file: 'File',
}

function eitherOf(members: ReturnType<typeof membersOf>, root: JsonObject, depth: number): Control {
  const taken = new Map<string, number>()
  const choices = members.map(({ schema, name }): Either => {
    const field = fieldOf('', schema, true, root, depth + 1)
    const wanted = name || t(SHAPES[field.control.kind] ?? 'Text')
    const count = (taken.get(wanted) ?? 0) + 1
    taken.set(wanted, count)
    return { title: count === 1 ? wanted : `${wanted} ${count}`, field }
  })
  return { kind: 'either', choices }
}

/** Null where a schema is no union. */
function unionControl(schema: JsonObject, root: JsonObject, key: string, depth: number): Control | null {
  const members = membersOf(schema, root)
  const [only] = members
  if (!only) return null
  if (depth > DEEPEST) return { kind: 'json', object: false }
  const { oneOf: _, anyOf: __, title: ___, description: ____, ...base } = schema
  const whole = members.map(({ schema: one, name }) => ({
    name,
    schema: hasShape(base) ? resolvedIn({ allOf: [base, one] }, root) : one,
  }))
  if (whole.length === 1) return controlOf(whole[0]?.schema ?? {}, root, key, depth + 1)
  const types = whole.map(({ schema: one }) => typesOf(one)[0] ?? (one.properties === undefined ? '' : 'object'))
  const values = whole.flatMap(({ schema: one }) => (one.const === undefined ? listOrEmpty(one.enum) : [one.const]))
  if (whole.every(({ schema: one }) => one.const !== undefined || one.enum !== undefined))
    return { kind: 'choice', options: optionsOf([...new Set(values)]) }
  if (types.every((type) => KIND_OF_TYPE.has(type))) {
    const kinds = new Set(types)
    // Several ways to write one text are one text.
    return kinds.size === 1 ? controlOf({ type: types[0] ?? 'string' }, root, key, depth + 1) : valueControl(types)
  }
  return (types.every((type) => type === 'object') && variantsOf(whole, root)) || eitherOf(whole, root, depth)
}

function textControl(schema: JsonObject, key: string): Control {
  if (schema.format === 'date' || schema.format === 'date-time')
    return { kind: 'date', time: schema.format === 'date-time' }
  if (schema.format === 'binary' || (schema.contentMediaType !== undefined && schema.contentEncoding === undefined))
    return { kind: 'file' }
  if (schema['x-date-time'] === true) return { kind: 'date', time: true }
  const most = number(schema.maxLength)
  if (typeof schema['x-lines'] === 'boolean') return { kind: 'text', lines: schema['x-lines'], most }
  return { kind: 'text', lines: LONG_NAMES.test(key) || (most !== null && most >= LONG_CHARS), most }
}

function listControl(schema: JsonObject, root: JsonObject): Control {
  const items = resolvedIn(objectOrEmpty(schema.items), root)
  const most = number(schema.maxItems)
  if (items.enum !== undefined) return { kind: 'choices', options: enumOf(items) }
  return lazy('list', { most, bare: false }, 'item', () => fieldOf('', items, true, root))
}

function controlOf(schema: JsonObject, root: JsonObject, key: string, depth: number): Control {
  if (schema['x-file'] === true) return { kind: 'file' }
  if (schema.const !== undefined && schema.const !== null) return { kind: 'choice', options: optionsOf([schema.const]) }
  if (schema.enum !== undefined) return { kind: 'choice', options: enumOf(schema) }
  const union = unionControl(schema, root, key, depth)
  if (union) return union
  const types = typesOf(schema)
  if (types.length > 1) return valueControl(types)
  switch (types[0] ?? (schema.properties !== undefined ? 'object' : schema.items !== undefined ? 'array' : '')) {
    case 'string':
      return textControl(schema, key)
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        whole: types[0] === 'integer',
        least: number(schema.minimum),
        most: number(schema.maximum),
      }
    case 'boolean':
      return { kind: 'switch' }
    case 'array':
      return listControl(schema, root)
    case 'object':
      return Object.keys(objectOrEmpty(schema.properties)).length === 0
        ? { kind: 'json', object: true }
        : lazy('object', {}, 'fields', () => fieldsIn(schema, root))
    default:
      return schema.format === undefined ? { kind: 'value', kinds: VALUE_KINDS } : textControl(schema, key)
  }
}

function fieldOf(key: string, given: JsonObject, required: boolean, root: JsonObject, depth = 0): Field {
  const schema = resolvedIn(given, root)
  const control = controlOf(schema, root, key, depth)
  const [example = control.kind === 'file' ? '{{ $input.file }}' : undefined] = [
    ...listOrEmpty(schema.examples),
    schema.example,
  ]
  const only = schema.const
  return {
    key,
    title: text(schema.title).slice(0, 120) || spoken(key),
    help: plainHelp(schema.description),
    placeholder: isScalar(example) ? String(example).slice(0, 120) : '',
    required,
    preset: isScalar(schema.default) ? schema.default : isScalar(only) ? only : undefined,
    expression: 'template',
    when: null,
    control,
    fromApp: true,
  }
}

/** What has to be filled in first, what is going away last. */
function fieldsIn(schema: JsonObject, root: JsonObject): Field[] {
  const required = new Set(listOrEmpty(schema.required))
  const entries = Object.entries(objectOrEmpty(schema.properties))
    .slice(0, MOST_FIELDS)
    .map(([key, given]) => ({ key, schema: resolvedIn(objectOrEmpty(given), root) }))
    // The service says it; nobody can.
    .filter(({ schema: one }) => one.readOnly !== true)
  const rank = ({ key, schema: one }: (typeof entries)[number]) =>
    required.has(key) ? 0 : one.deprecated === true ? 2 : 1
  return entries
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ key, schema: one }) => fieldOf(key, one, required.has(key), root))
}

const known = new WeakMap<JsonObject, readonly Field[]>()

/** The fields of the input of an action, required ones first; none where it takes what nothing is known of. */
export function appFieldsOf(schema: JsonObject): readonly Field[] {
  const found = known.get(schema)
  if (found) return found
  const fields = arranged(fieldsIn(resolvedIn(schema, schema), schema), schema)
  known.set(schema, fields)
  return fields
}

/** What is filled in first, in the order of the form where the action has one. */
function arranged(fields: readonly Field[], schema: JsonObject): Field[] {
  const main = listOrEmpty(schema['x-main']).filter((one): one is string => typeof one === 'string')
  const [only, needed] = [onlyValuesOf(schema), neededUnless(schema)]
  const properties = objectOrEmpty(schema.properties)
  const place = ({ key, required }: Field) => {
    const at = main.indexOf(key)
    return at >= 0 ? at : required ? main.length : main.length + 1
  }
  return fields
    .map((field): Field => {
      const { key } = field
      const unless = needed.get(key)
      return {
        ...field,
        ...(only.has(key) && { only: only.get(key) }),
        ...(unless !== undefined && { required: true, unless }),
        ...(main.includes(key) && { main: true }),
        ...(objectOrEmpty(Object.hasOwn(properties, key) ? properties[key] : null)['x-hidden'] === true && {
          hidden: true,
        }),
      }
    })
    .toSorted((a, b) => place(a) - place(b))
}

/** What the schema of a property says the app can be asked. Names of other properties, and nothing that would run. */
function asksOf(property: string, schema: JsonObject): Asks | null {
  for (const what of ['options', 'fields'] as const) {
    const given = schema[`x-${what}`]
    if (!isObject(given)) continue
    const dependsOn = listOrEmpty(given.depends_on).filter((one): one is string => typeof one === 'string')
    return { what, property, dependsOn: dependsOn.slice(0, MOST_FIELDS), search: given.search === true }
  }
  return null
}

const asking = new WeakMap<JsonObject, readonly Field[]>()

/** The same of an app that can be asked for choices and fields while the input is filled in. */
export function askingFieldsOf(schema: JsonObject): readonly Field[] {
  const found = asking.get(schema)
  if (found) return found
  const properties = objectOrEmpty(resolvedIn(schema, schema).properties)
  const fields = appFieldsOf(schema).map((field) => {
    const given = Object.hasOwn(properties, field.key) ? objectOrEmpty(properties[field.key]) : {}
    const asks = asksOf(field.key, resolvedIn(given, schema))
    return asks ? { ...field, asks } : field
  })
  asking.set(schema, fields)
  return fields
}

/** Which of several shapes a value has; -1 for none. */
export function shapeOf(choices: readonly Either[], value: Json | undefined): number {
  if (value === undefined || value === null) return -1
  const fits = choices.map(({ field: { control } }): number => {
    switch (control.kind) {
      case 'number':
        return typeof value === 'number' ? 2 : 0
      case 'switch':
        return typeof value === 'boolean' ? 2 : 0
      case 'choice':
        return control.options.some((option) => option.value === value) ? 3 : 0
      case 'text':
      case 'date':
      case 'file':
        return typeof value === 'string' ? 2 : 0
      case 'list':
      case 'choices':
        return Array.isArray(value) ? 2 : 0
      case 'object': {
        if (!isObject(value)) return 0
        const keys = new Set(control.fields.map(({ key }) => key))
        return 2 + Object.keys(value).filter((key) => keys.has(key)).length
      }
      case 'variants':
        return isObject(value) ? 2 : 0
      case 'json':
        return isObject(value) || !control.object ? 1 : 0
      default:
        return 1
    }
  })
  const best = Math.max(...fits)
  return best > 0 ? fits.indexOf(best) : -1
}

/** Whether a field has a value, an empty one included. */
export const isSet = ({ key }: Field, input: JsonObject): boolean => Object.hasOwn(input, key)

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const own = (input: JsonObject, key: string): Json | undefined => (Object.hasOwn(input, key) ? input[key] : undefined)

/** Whether a field has to be filled in, given the others. */
export const isNeeded = ({ required, unless, only }: Field, input: JsonObject): boolean =>
  required && only === undefined && (unless === undefined || isEmpty(own(input, unless)))

/** Whether a field has a place in the form. What is filled in is always shown, unless it is the only possible value. */
export function isInForm(field: Field, input: JsonObject): boolean {
  if (field.only !== undefined) return isSet(field, input) && own(input, field.key) !== field.only
  return field.hidden !== true || isSet(field, input)
}

/** The required fields that are still empty. */
export const missingOf = (fields: readonly Field[], input: JsonObject): readonly Field[] =>
  fields.filter((field) => isNeeded(field, input) && isEmpty(own(input, field.key)))

/** What a new step is given: required fields that have a usual value are sent with it. */
export const usualInput = (fields: readonly Field[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ key, required, only, preset }) =>
      required && only === undefined && preset !== undefined ? [[key, preset]] : [],
    ),
  )

/** The fields whose name, title or help has all the words. */
export function fieldsWith(fields: readonly Field[], search: string): readonly Field[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return fields.filter(({ key, title, help }) => {
    const all = `${key} ${title} ${help}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
