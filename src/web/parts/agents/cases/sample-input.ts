/** The input of a sample as its fields hold it while it is edited. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { chosenIn, type FormField } from '#web/parts/runs/form-shape.ts'

export const readFileId = (value: Json | undefined): string | null =>
  isObject(value) && typeof value.file_id === 'string' ? value.file_id : null

/** What a field shows of the value that is kept. */
export function fieldValue({ kind }: FormField, value: Json | undefined): string | boolean {
  if (kind === 'boolean') return value === true
  if (value === undefined || value === null) return ''
  if (kind === 'knowledge') return chosenIn(value)
  return typeof value === 'string' ? value : JSON.stringify(value, null, kind === 'json' ? 2 : 0)
}

/** The input with a field as it was entered; an empty field is left out. */
export function setField(input: JsonObject, { name, kind }: FormField, entered: string | boolean): JsonObject {
  const { [name]: _, ...rest } = input
  if (typeof entered === 'boolean') return entered ? { ...rest, [name]: true } : rest
  if (entered === '') return rest
  if (kind === 'number') return { ...rest, [name]: Number.isFinite(Number(entered)) ? Number(entered) : entered }
  if (kind === 'knowledge') return { ...rest, [name]: { knowledge_id: entered } }
  if (kind !== 'json') return { ...rest, [name]: entered }
  try {
    return { ...rest, [name]: JSON.parse(entered) as Json }
  } catch {
    return { ...rest, [name]: entered }
  }
}

/** The input of a run as a sample keeps it: files by their ids alone. */
export function inputOfRun(input: Json): JsonObject {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    if (typeof value.file_id === 'string') return { file_id: value.file_id }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strip(part)]))
  }
  const read = strip(input)
  return isObject(read) ? read : {}
}
