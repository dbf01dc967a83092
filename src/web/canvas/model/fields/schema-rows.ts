/** A JSON Schema of an object as rows, one for each of its properties: what most tools take. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'

export const KINDS = [
  { id: 'text', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'whole', label: 'Whole number' },
  { id: 'switch', label: 'Yes or no' },
  { id: 'choice', label: 'One of' },
  { id: 'texts', label: 'List of texts' },
  { id: 'numbers', label: 'List of numbers' },
] as const
export type Kind = (typeof KINDS)[number]['id']

export interface SchemaRow {
  name: string
  kind: Kind
  description: string
  required: boolean
  /** Of `choice`: comma-separated. */
  choices: string
}

const TYPES: Record<Kind, JsonObject> = {
  text: { type: 'string' },
  number: { type: 'number' },
  whole: { type: 'integer' },
  switch: { type: 'boolean' },
  choice: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  numbers: { type: 'array', items: { type: 'number' } },
}

export const freshRow = (taken: readonly SchemaRow[]): SchemaRow => {
  const names = new Set(taken.map(({ name }) => name))
  let number = taken.length + 1
  while (names.has(`field_${number}`)) number += 1
  return { name: `field_${number}`, kind: 'text', description: '', required: true, choices: '' }
}

const choicesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

/** Why a name can’t be used; null where it can. */
export function nameProblem(rows: readonly SchemaRow[], at: number): string | null {
  const name = rows[at]?.name.trim() ?? ''
  if (name === '') return t('Enter a name')
  return rows.some((row, index) => index < at && row.name.trim() === name) ? t('Another field has this name') : null
}

/** Rows without a name of their own are left out. */
export function schemaOf(rows: readonly SchemaRow[]): JsonObject {
  const named = rows.filter((_, at) => nameProblem(rows, at) === null)
  const properties = named.map(({ name, kind, description, choices }): [string, Json] => {
    const options = choicesIn(choices)
    const type = kind === 'choice' && options.length > 0 ? { ...TYPES.choice, enum: options } : TYPES[kind]
    return [name.trim(), { ...type, ...(description.trim() !== '' && { description: description.trim() }) }]
  })
  const required = named.filter((row) => row.required).map(({ name }) => name.trim())
  return {
    type: 'object',
    // A property of this name, too, is one of its own.
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** Reads a schema as rows. @returns null where it says more than rows can */
export function schemaRows(schema: Json | undefined): readonly SchemaRow[] | null {
  if (schema === undefined || schema === null) return []
  if (!isObject(schema)) return null
  const { type, properties = {}, required = [], ...more } = schema
  if ((type !== undefined && type !== 'object') || Object.keys(more).length > 0 || !isObject(properties)) return null
  const needed = new Set(listOrEmpty(required))
  const names = Object.keys(properties)
  if ([...needed].some((name) => typeof name !== 'string' || !names.includes(name))) return null
  const rows = Object.entries(properties).map(([name, one]) => rowOf(name, one, needed.has(name)))
  return rows.every((row) => row !== null) ? rows : null
}

function rowOf(name: string, schema: Json, required: boolean): SchemaRow | null {
  if (!isObject(schema) || name.trim() === '' || name !== name.trim()) return null
  const { description = '', enum: options, ...type } = schema
  if (typeof description !== 'string') return null
  const row = { name, description, required, choices: '' }
  if (options !== undefined) {
    const all = listOrEmpty(options)
    const isPlain = all.every(
      (one) => typeof one === 'string' && one === one.trim() && one !== '' && !one.includes(','),
    )
    if (!isPlain || all.length === 0 || JSON.stringify(type) !== JSON.stringify(TYPES.choice)) return null
    return { ...row, kind: 'choice', choices: all.join(', ') }
  }
  const kind = KINDS.find(({ id }) => JSON.stringify(TYPES[id]) === JSON.stringify(type))
  return kind ? { ...row, kind: kind.id } : null
}
