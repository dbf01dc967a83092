/** The settings of a type of node as fields: its JSON Schema, read once, as what a form shows. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { t } from '#web/lib/language.ts'

export interface Option {
  value: Json
  label: string
}

/** Which kinds of value a field of any value takes. */
export const VALUE_KINDS = ['text', 'number', 'switch', 'json'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

export type Control =
  | { kind: 'text'; lines: boolean; most: number | null }
  | { kind: 'number'; whole: boolean; least: number | null; most: number | null }
  /** Stored as whole paise, typed as rupees. */
  | { kind: 'rupees' }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'choices'; options: readonly Option[] }
  /** `bare`: one item may stand without a list around it. */
  | { kind: 'list'; item: Field; most: number | null; bare: boolean }
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'variants'; by: string; variants: readonly Variant[] }
  | { kind: 'value'; kinds: readonly ValueKind[] }
  | { kind: 'json'; object: boolean }
  | { kind: 'code' }
  | { kind: 'credential'; types: readonly string[] }
  | { kind: 'model' }
  | { kind: 'workflow' }
  | { kind: 'agent' }
  | { kind: 'data_table' }
  | { kind: 'skill' }
  | { kind: 'knowledge' }
  | { kind: 'node_type' }
  /** The app or the action of a tool: chosen together. */
  | { kind: 'app_action' }
  | { kind: 'cron' }
  | { kind: 'time_zone' }
  /** An ISO date, or with `time` a moment in UTC. */
  | { kind: 'date'; time: boolean }
  /** The id of a file, which an earlier node gives. */
  | { kind: 'file' }
  /** Values of several shapes, of which none says in a field of its own which it is. */
  | { kind: 'either'; choices: readonly Either[] }

export interface Either {
  title: string
  field: Field
}

export interface Variant {
  value: string
  title: string
  fields: readonly Field[]
}

export interface Field {
  /** Empty for an item of a list. */
  key: string
  title: string
  help: string
  placeholder: string
  /** It cannot work without it, whatever the schema lets pass. */
  required: boolean
  /** What holds when nothing is said. */
  preset: Json | undefined
  /** `template`: any text may hold `{{ }}`; `per_item`: an expression without braces; `none`: taken as it is. */
  expression: 'template' | 'per_item' | 'none'
  /** Asked for only while another setting of the node has one of these values. */
  when: { field: string; is: readonly Json[] } | null
  control: Control
  /** What decides between true and false: it is written in rows, or as an expression. */
  condition?: true
  /** A JSON Schema: it is written in rows, or as JSON. */
  jsonSchema?: true
  /** Of an action of an app (`app-fields.ts`): what is inside may be endless, and any value can be an expression. */
  fromApp?: true
  /** What the app is asked for while it is filled in. Its control is the one that does without. */
  asks?: Asks
  /** The only value it can have: it is sent without being asked for. */
  only?: Json
  /** It is needed only while the field of this key is empty. */
  unless?: string
  /** Shown at once, though it may be left out. */
  main?: true
  /** Shown only where it is filled in: plain fields have taken its place. */
  hidden?: true
}

/** Choices, or the fields of an object, that only the app knows. */
export interface Asks {
  what: 'options' | 'fields'
  /** The property of the input that is asked about. */
  property: string
  /** Other properties of the input that decide what the answer is. */
  dependsOn: readonly string[]
  /** The app itself searches for what is typed. */
  search: boolean
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

/** Short names are written as they are meant: `error_port` as "Error port", `GET` as it is. */
const SPOKEN: Readonly<Record<string, string>> = {
  ...{ http: 'HTTP', json: 'JSON', csv: 'CSV', pdf: 'PDF', url: 'URL', ip_address: 'IP address' },
  ...{
    pan: 'PAN',
    gstin: 'GSTIN',
    ifsc: 'IFSC',
    upi: 'UPI',
    ssn: 'SSN',
    mrn: 'Medical record number',
    voter_id: 'Voter ID',
  },
}
export const words = (name: string): string =>
  SPOKEN[name] ?? (/^[a-z]/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ') : name)

const optionsOf = (values: readonly Json[]): Option[] =>
  values.map((value) => ({
    value,
    label: typeof value === 'string' ? ownWord(words(value), 'node') : JSON.stringify(value),
  }))

const WHOLE_TEXT = new Set(['textarea', 'markdown'])

interface Reading {
  defs: JsonObject
}

/** A schema with what its `$ref` names; `any` for one that names any JSON. */
function resolved(schema: JsonObject, { defs }: Reading): { schema: JsonObject; any: boolean } {
  const name = /^#\/\$defs\/(.+)$/.exec(text(schema.$ref))?.[1]
  if (name === undefined) return { schema, any: Object.keys(schema).every((key) => NO_SHAPE.has(key)) }
  const { $ref: _, ...rest } = schema
  const merged = { ...objectOrEmpty(defs[name]), ...rest }
  return { schema: merged, any: name === 'Json' }
}
const NO_SHAPE = new Set(['title', 'description', 'widget', 'placeholder', 'expression', 'default', 'when'])

/** The other member of a union with "nothing". */
const choicesOf = (schema: JsonObject): JsonObject[] =>
  [...listOrEmpty(schema.anyOf), ...listOrEmpty(schema.oneOf)].map(objectOrEmpty).filter((one) => one.type !== 'null')

function scalarKinds(types: readonly string[]): ValueKind[] {
  const kinds = new Set<ValueKind>()
  for (const type of types) {
    if (type === 'string') kinds.add('text')
    else if (type === 'number' || type === 'integer') kinds.add('number')
    else if (type === 'boolean') kinds.add('switch')
    else kinds.add('json')
  }
  return VALUE_KINDS.filter((kind) => kinds.has(kind))
}

function variantsOf(choices: readonly JsonObject[], reading: Reading): Control | null {
  const [first] = choices
  if (!first || choices.some((one) => one.type !== 'object')) return null
  const by = Object.entries(objectOrEmpty(first.properties)).find(
    ([, one]) => objectOrEmpty(one).const !== undefined,
  )?.[0]
  if (by === undefined) return null
  const variants = choices.map((one): Variant => {
    const { [by]: mark, ...properties } = objectOrEmpty(one.properties)
    const value = text(objectOrEmpty(mark).const)
    return {
      value,
      title: ownWord(text(one.title) || words(value), 'node'),
      fields: fieldsIn({ ...one, properties }, reading),
    }
  })
  return { kind: 'variants', by, variants }
}

function unionControl(schema: JsonObject, reading: Reading): Control {
  const choices = choicesOf(schema)
  const [only] = choices
  if (only && choices.length === 1) return controlOf({ ...schema, ...only, anyOf: [], oneOf: [] }, reading)
  const variants = variantsOf(choices, reading)
  if (variants) return variants
  const many = choices.find((one) => one.type === 'array')
  const single = choices.find((one) => one.type !== 'array')
  if (choices.length === 2 && many && single && objectOrEmpty(many.items).type === single.type)
    return { kind: 'list', item: fieldOf('', single, true, reading), most: number(many.maxItems), bare: true }
  return { kind: 'value', kinds: scalarKinds(choices.map((one) => text(one.type))) }
}

function listControl(schema: JsonObject, reading: Reading): Control {
  const items = objectOrEmpty(schema.items)
  const most = number(schema.maxItems)
  if (items.enum !== undefined) return { kind: 'choices', options: optionsOf(listOrEmpty(items.enum)) }
  const item = schema.widget === 'workflow' ? { ...items, widget: 'workflow' } : items
  return { kind: 'list', item: fieldOf('', item, true, reading), most, bare: false }
}

function widgetControl(schema: JsonObject): Control | null {
  const types = listOrEmpty(schema.credential_types).filter((one) => typeof one === 'string')
  switch (schema.type === 'array' ? '' : schema.widget) {
    case 'credential':
      return { kind: 'credential', types }
    case 'model':
    case 'workflow':
    case 'agent':
    case 'data_table':
    case 'skill':
    case 'knowledge':
    case 'node_type':
    case 'app_action':
    case 'cron':
    case 'time_zone':
    case 'code':
    case 'rupees':
      return { kind: schema.widget as 'model' }
    default:
      return null
  }
}

function controlOf(given: JsonObject, reading: Reading): Control {
  const { schema, any } = resolved(given, reading)
  const widget = widgetControl(schema)
  if (widget) return widget
  if (schema.widget === 'json' || schema.widget === 'json_schema')
    return { kind: 'json', object: schema.type === 'object' }
  if (any) return { kind: 'value', kinds: VALUE_KINDS }
  if (schema.enum !== undefined) return { kind: 'choice', options: optionsOf(listOrEmpty(schema.enum)) }
  if (choicesOf(schema).length > 0) return unionControl(schema, reading)
  if (Array.isArray(schema.type)) return { kind: 'value', kinds: scalarKinds(schema.type.map(String)) }
  switch (schema.type) {
    case 'string':
      return { kind: 'text', lines: WHOLE_TEXT.has(text(schema.widget)), most: number(schema.maxLength) }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        whole: schema.type === 'integer',
        least: number(schema.minimum),
        most: number(schema.maximum),
      }
    case 'boolean':
      return { kind: 'switch' }
    case 'array':
      return listControl(schema, reading)
    case 'object':
      return schema.properties === undefined
        ? { kind: 'json', object: true }
        : { kind: 'object', fields: fieldsIn(schema, reading) }
    default:
      return { kind: 'json', object: false }
  }
}

function whenOf(given: Json | undefined): Field['when'] {
  const { field, is } = objectOrEmpty(given)
  return typeof field === 'string' ? { field, is: listOrEmpty(is) } : null
}

function fieldOf(key: string, given: JsonObject, required: boolean, reading: Reading): Field {
  const { schema } = resolved(given, reading)
  const expression = schema.expression === 'per_item' || schema.expression === 'none' ? schema.expression : 'template'
  return {
    key,
    title: ownWord(text(schema.title) || words(key), 'node'),
    help: t(text(schema.description)),
    placeholder: t(text(schema.placeholder)),
    required: required || schema.needed === true,
    preset: schema.default,
    expression,
    when: whenOf(schema.when),
    control: controlOf(given, reading),
    ...(schema.widget === 'condition' && { condition: true as const }),
    ...(schema.widget === 'json_schema' && { jsonSchema: true as const }),
  }
}

function fieldsIn(schema: JsonObject, reading: Reading): Field[] {
  const required = new Set(listOrEmpty(schema.required))
  return Object.entries(objectOrEmpty(schema.properties)).map(([key, given]) =>
    fieldOf(key, objectOrEmpty(given), required.has(key), reading),
  )
}

const known = new WeakMap<JsonObject, readonly Field[]>()

/** The fields of a JSON Schema of settings, as `describe` of a node gives it. */
export function fieldsOf(schema: JsonObject): readonly Field[] {
  const found = known.get(schema)
  if (found) return found
  const fields = fieldsIn(schema, { defs: objectOrEmpty(schema.$defs) })
  known.set(schema, fields)
  return fields
}

/**
 * Whether a field applies given the other settings: the deciding one has one of the values, or contains one of them as
 * a list.
 */
function counts({ when }: Field, beside: JsonObject, fields: readonly Field[]): boolean {
  if (when === null) return true
  const by = fields.find((one) => one.key === when.field)
  // What does not count itself decides nothing.
  if (by && !counts(by, beside, fields)) return false
  const deciding = beside[when.field] ?? by?.preset ?? null
  // What an expression decides is known only when it runs.
  if (typeof deciding === 'string' && deciding.includes('{{')) return true
  const held = Array.isArray(deciding) ? deciding : [deciding]
  return when.is.some((value) => held.includes(value))
}

/** Whether a field is shown given the other settings. One that has a value is always shown: nothing typed is hidden. */
export const isAsked = (field: Field, beside: JsonObject, fields: readonly Field[]): boolean =>
  beside[field.key] !== undefined || counts(field, beside, fields)

/** Whether a field is taken as it is, or holds fields that are: then no expression can take its place. */
export function isClosed({ expression, control, fromApp }: Field): boolean {
  if (fromApp) return false
  if (expression !== 'template') return true
  if (control.kind === 'list') return isClosed(control.item)
  if (control.kind === 'object') return control.fields.some(isClosed)
  return control.kind === 'variants' && control.variants.some(({ fields }) => fields.some(isClosed))
}
