/** From an agent's input schema (the JSON Schema of an input form) to the fields of a form, and from what was entered to the input. */
import type { AgentSample } from '#contract/agents/agents.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'number'
  | 'boolean'
  | 'select'
  | 'file'
  | 'email'
  | 'date'
  | 'knowledge'
  | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  label: string
  help: string
  required: boolean
  maxLength: number | null
  options: readonly { value: string; label: string }[]
}

export interface FormShape {
  fields: readonly FormField[]
  /** Names of fields of which one is filled in, such as a text or a file. */
  groups: readonly (readonly string[])[]
}

/** What a field holds while it is edited; a file is uploaded when the run starts, of a knowledge base it is the id. */
export type FieldValue = string | boolean | File | null
export type FormValues = Readonly<Record<string, FieldValue>>

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const names = (value: Json | undefined): string[] => listOrEmpty(value).filter((name) => typeof name === 'string')

function kindOf(schema: JsonObject): FieldKind {
  const format = text(schema.format)
  if (schema['x-knowledge'] === true) return 'knowledge'
  if (format === 'file' || 'file_id' in objectOrEmpty(schema.properties)) return 'file'
  if (schema.oneOf !== undefined || schema.enum !== undefined) return 'select'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type !== 'string') return 'json'
  return format === 'textarea' || format === 'email' || format === 'date' ? format : 'text'
}

function optionsOf(schema: JsonObject): FormField['options'] {
  const named = listOrEmpty(schema.oneOf).map(objectOrEmpty)
  if (named.length > 0)
    return named.map((one) => ({ value: text(one.const), label: text(one.title) || text(one.const) }))
  return names(schema.enum).map((value) => ({ value, label: value }))
}

const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The form of a schema; a property of a shape that is not known is entered as JSON. */
export function formShape(schema: JsonObject): FormShape {
  const required = new Set(names(schema.required))
  const fields = Object.entries(objectOrEmpty(schema.properties)).map(([name, given]): FormField => {
    const property = objectOrEmpty(given)
    return {
      name,
      kind: kindOf(property),
      label: text(property.title) || words(name),
      help: text(property.description),
      required: required.has(name),
      maxLength: typeof property.maxLength === 'number' ? property.maxLength : null,
      options: optionsOf(property),
    }
  })
  const known = new Set(fields.map(({ name }) => name))
  const groups = [schema, ...listOrEmpty(schema.allOf).map(objectOrEmpty)]
    .map((one) => listOrEmpty(one.anyOf).flatMap((choice) => names(objectOrEmpty(choice).required)))
    .map((group) => group.filter((name) => known.has(name)))
    .filter((group) => group.length > 1)
  return { fields, groups }
}

/** What a person brings to a form: a document that was dropped or chosen, a text that was pasted, or a sample of the seller. */
export interface Given {
  file?: File
  text?: string
  sample?: AgentSample
}

const LONG_FIRST = ['textarea', 'text'] as const

/** The field for each thing that is brought; what no field takes is left out. */
export function placeGiven({ fields }: FormShape, { file, text }: Given): FormValues {
  const forFile = fields.find(({ kind }) => kind === 'file')
  const forText = LONG_FIRST.map((wanted) => fields.find(({ kind }) => kind === wanted)).find(Boolean)
  return {
    ...(file && forFile && { [forFile.name]: file }),
    ...(text && forText && { [forText.name]: text }),
  }
}

export const emptyValue = ({ kind, options, required }: FormField): FieldValue => {
  if (kind === 'boolean') return false
  if (kind === 'file') return null
  return kind === 'select' && required ? (options[0]?.value ?? '') : ''
}

const isBlank = (value: FieldValue | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The form as people see it who have no knowledge here, such as visitors of a service. */
export const withoutKnowledge = ({ fields, groups }: FormShape): FormShape => {
  const left = fields.filter(({ kind }) => kind !== 'knowledge')
  const names = new Set(left.map(({ name }) => name))
  const cut = groups.map((group) => group.filter((name) => names.has(name)))
  const only = new Set(cut.filter(({ length }) => length === 1).flat())
  return {
    fields: left.map((field) => (only.has(field.name) ? { ...field, required: true } : field)),
    groups: cut.filter(({ length }) => length > 1),
  }
}

/** The id of the base that an input chooses in a field; empty for none. */
export const chosenIn = (value: Json | undefined): string => text(objectOrEmpty(value ?? null).knowledge_id)

/** Fields that are asked for now: of a group only the chosen one. */
export const askedFields = (shape: FormShape, chosen: readonly string[]): readonly FormField[] =>
  shape.fields.filter(({ name }) => {
    const group = shape.groups.find((one) => one.includes(name))
    return group === undefined || chosen.includes(name)
  })

/** What is wrong with one field, undefined when nothing is. */
export function fieldProblem(field: FormField, value: FieldValue | undefined, mustHave: boolean): string | undefined {
  if (isBlank(value)) {
    if (!mustHave) return undefined
    if (field.kind === 'knowledge') return t('Choose a knowledge base')
    return field.kind === 'file' ? t('Choose a file') : t('{field} is required', { field: field.label })
  }
  if (typeof value !== 'string') return undefined
  if (field.kind === 'number' && !Number.isFinite(Number(value)))
    return t('{field} must be a number', { field: field.label })
  if (field.kind === 'json' && parsed(value) === undefined) return t('{field} isn’t valid JSON', { field: field.label })
  if (field.maxLength !== null && value.length > field.maxLength)
    return t('{field} may have at most {most} characters', {
      field: field.label,
      most: field.maxLength.toLocaleString('en-IN'),
    })
  return undefined
}

function parsed(value: string): Json | undefined {
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}

/** The input of a run; `fileId` gives the stored file of one that was chosen. Fields left empty are left out. */
export async function collectInput(
  fields: readonly FormField[],
  values: FormValues,
  fileId: (file: File) => Promise<string>,
): Promise<JsonObject> {
  const input: JsonObject = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined || value === null || isBlank(value)) continue
    if (value instanceof File) input[field.name] = { file_id: await fileId(value) }
    else if (field.kind === 'knowledge') input[field.name] = { knowledge_id: value }
    else if (typeof value === 'boolean') input[field.name] = value
    else if (field.kind === 'number') input[field.name] = Number(value)
    else if (field.kind === 'json') input[field.name] = parsed(value) ?? null
    else input[field.name] = value
  }
  return input
}
