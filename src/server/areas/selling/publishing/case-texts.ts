/** The texts of the input of a run, taken out and put back. Pure. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Result } from '#findings/result.ts'
import type { Replacements } from '#nodes/lib/phi/replace.ts'
import { isObject } from '#shared/json.ts'

export interface FoundText {
  field: string
  /** The nearest key: what the value is called. */
  label: string
  text: string
  is_document: boolean
}

/** A document whose text the run didn’t keep. */
export class NoText extends Error {}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

type Kept = Pick<Result, 'document' | 'text'>

function countFiles(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (isObject(value) && typeof value.file_id === 'string') return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countFiles(part as Json), 0)
}

/**
 * Every text of an input in its order, documents by the text that the result has of them.
 * @throws NoText
 */
export function textsOf(input: Json, result: Kept): FoundText[] {
  const isOnly = countFiles(input) === 1
  const documentText = (file_id: string): string => {
    const own = result.document?.file_id ?? null
    const isOfResult = own === null ? isOnly : own.toLowerCase() === file_id.toLowerCase()
    if (!isOfResult || result.text === null || result.text.trim() === '') throw new NoText()
    return result.text
  }
  const walk = (value: Json, path: readonly string[]): FoundText[] => {
    const label = path.findLast((key) => !/^\d+$/.test(key)) ?? ''
    const field = path.join('.')
    if (typeof value === 'string') return ID.test(value) ? [] : [{ field, label, text: value, is_document: false }]
    if (typeof value !== 'object' || value === null) return []
    if (isObject(value) && typeof value.file_id === 'string')
      return [{ field, label, text: documentText(value.file_id), is_document: true }]
    return Object.entries(value).flatMap(([key, part]) => walk(part as Json, [...path, key]))
  }
  return walk(input, [])
}

/** The input with other values where its texts were, in the same order. Numbers and keys that are personal data are replaced, too. */
export function withTexts(input: Json, values: readonly Json[], replacements: Replacements): JsonObject {
  let at = 0
  const walk = (value: Json, label: string): Json => {
    if (typeof value === 'string') return ID.test(value) ? value : (values[at++] ?? '')
    if (typeof value === 'number') return isPersonal(String(value), label, replacements) ? 0 : value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((part) => walk(part, label))
    if (typeof value.file_id === 'string') return values[at++] ?? ''
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [replacements.replace(key).text, walk(part as Json, key)]),
    )
  }
  const made = walk(input, '')
  return isObject(made) ? (made as JsonObject) : {}
}

const isPersonal = (text: string, label: string, replacements: Replacements): boolean =>
  replacements.replace(text, label).text !== text
