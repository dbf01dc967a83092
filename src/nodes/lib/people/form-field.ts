/** The fields of an input form: their settings, the check of one value, and their JSON Schema. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { brief } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const FIELD_TYPES = ['text', 'textarea', 'number', 'boolean', 'select', 'file', 'email', 'date'] as const
/** What the form that starts a run asks for, too: a knowledge base of the person who runs it. */
const INPUT_TYPES = [...FIELD_TYPES, 'knowledge'] as const

const Option = z.strictObject({
  value: z.string().min(1).max(200).meta({ title: 'Value' }),
  label: z.string().max(200).default('').describe('The value itself when empty.').meta({ title: 'Label' }),
})

const fieldOf = <const Types extends readonly [string, ...string[]]>(types: Types) =>
  z
    .strictObject({
      name: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
        .refine((name) => !(RESERVED_KEYS as readonly string[]).includes(name), 'This name is reserved')
        .describe('The name in the input.')
        .meta({ title: 'Name' }),
      label: z.string().max(200).default('').describe('What people see; the name when empty.').meta({ title: 'Label' }),
      type: z
        .enum(types)
        .default('text' as never)
        .meta({ title: 'Type' }),
      required: z.boolean().default(false).meta({ title: 'Required' }),
      help: z.string().max(1000).default('').describe('Shown below the field.').meta({ title: 'Help' }),
      options: z
        .array(Option)
        .max(500)
        .default([])
        .describe('What a select offers.')
        .meta({ title: 'Options', when: { field: 'type', is: ['select'] } }),
      max_length: z
        .number()
        .int()
        .min(1)
        .max(5_000_000)
        .optional()
        .describe('Characters of a text.')
        .meta({ title: 'Longest', when: { field: 'type', is: ['text', 'textarea', 'email'] } }),
    })
    .refine((field) => field.type !== 'select' || field.options.length > 0, {
      path: ['options'],
      message: 'A select needs options',
    })

export const FormField = fieldOf(FIELD_TYPES)
/** A field of the form that starts a run. */
export const InputField = fieldOf(INPUT_TYPES)
export type FormField = z.output<typeof InputField>

/** A field as a question in the middle of a run asks for it: what it is called may be data, of any length. */
export const AskedField = z.object({
  name: z.string(),
  label: z
    .string()
    .catch('')
    .transform((label) => brief(label, 200)),
  type: z.enum(FIELD_TYPES).catch('text'),
  required: z.boolean().catch(false),
  help: z.string().catch(''),
  options: z.array(z.object({ value: z.string(), label: z.string().catch('') })).catch([]),
  max_length: z.number().optional().catch(undefined),
})

/** Characters when a field sets no limit of its own. */
const LONGEST = { text: 10_000, textarea: 1_000_000, email: 254, select: 200, date: 10 } as const

const DATE = /^\d{4}-\d{2}-\d{2}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const labelOf = (field: Pick<FormField, 'name' | 'label'>): string => field.label || field.name

/** One `@`, and a dot inside of what follows it. Not one regular expression: that would take quadratic time on a text of dots. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && at === text.lastIndexOf('@') && !/\s/.test(text) && text.slice(at + 2, -1).includes('.')
}

/** Whether nothing was entered. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What is wrong with a value that was entered, null when nothing is. */
export function fieldProblem(field: FormField, value: Json): string | null {
  const label = labelOf(field)
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? null : `${label} must be a number`
    case 'boolean':
      return typeof value === 'boolean' ? null : `${label} must be yes or no`
    case 'knowledge':
      return chosenBase(value) === null ? `${label} must be a knowledge base` : null
    case 'file':
      return fileId(value) ? null : `${label} must be an uploaded file`
    default:
      return typeof value === 'string' ? textProblem(field, value) : `${label} must be a text`
  }
}

function fileId(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return typeof value.file_id === 'string' && UUID.test(value.file_id) ? value.file_id : null
}

/** The id of the knowledge base that was chosen in such a field, in lower case; null for anything else. */
export function chosenBase(value: Json | undefined): string | null {
  if (!isObject(value)) return null
  const { knowledge_id: id } = value
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : null
}

function textProblem(field: FormField, value: string): string | null {
  const label = labelOf(field)
  const longest = field.max_length ?? LONGEST[field.type as keyof typeof LONGEST]
  if (value.length > longest) return `${label} may have at most ${longest} characters`
  if (field.type === 'email' && !isEmail(value)) return `${label} must be an email address`
  if (field.type === 'date' && !isDay(value)) return `${label} must be a day, for example 2026-03-31`
  if (field.type === 'select' && !field.options.some((option) => option.value === value)) {
    return `${label} must be one of the options`
  }
  return null
}

function isDay(text: string): boolean {
  if (!DATE.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}

/** The JSON Schema of one field; a file is `{file_id}`, marked with `format: file`; a knowledge base is `{knowledge_id}`, marked with `x-knowledge`. */
export function fieldSchema(field: FormField): JsonObject {
  const about: JsonObject = { title: labelOf(field) }
  if (field.help !== '') about.description = field.help
  const text = (more: JsonObject): JsonObject => ({ type: 'string', ...about, ...more })
  const longest = field.max_length ?? LONGEST[field.type as keyof typeof LONGEST] ?? null
  switch (field.type) {
    case 'number':
    case 'boolean':
      return { type: field.type, ...about }
    case 'file':
      return {
        type: 'object',
        ...about,
        format: 'file',
        properties: { file_id: { type: 'string', format: 'uuid' } },
        required: ['file_id'],
        additionalProperties: false,
      }
    case 'knowledge':
      return {
        type: 'object',
        ...about,
        'x-knowledge': true,
        properties: { knowledge_id: { type: 'string', format: 'uuid' } },
        required: ['knowledge_id'],
        additionalProperties: false,
      }
    case 'select':
      return { ...about, oneOf: field.options.map(({ value, label }) => ({ const: value, title: label || value })) }
    case 'textarea':
      return text({ format: 'textarea', maxLength: longest })
    case 'email':
    case 'date':
      return text({ format: field.type, maxLength: longest })
    default:
      return text({ maxLength: longest })
  }
}
