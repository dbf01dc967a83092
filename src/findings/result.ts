/** What the viewer reads out of a run's output, whatever agent made it. Unknown or missing parts are left out, never an error. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

/** A location: offsets are UTF-16 positions in the document's text, boxes fractions of the page. */
export interface Place {
  text: string
  start: number
  end: number
  page: number | null
  boxes: readonly Box[]
  /** Where it is not in the document of the result: a document of a knowledge base, and the passage that offsets are in. */
  source?: { file_id: string; name: string; passage: string }
  /** Its sentence, for reading. */
  around?: { text: string; start: number }
}

export interface ResultDocument {
  file_id: string | null
  name: string | null
  page_count: number
  format: 'pdf' | 'docx' | 'text'
}

export interface Result {
  view: string
  notice: string | null
  document: ResultDocument | null
  /** The text that offsets refer to. */
  text: string | null
  data: JsonObject
}

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
export const objectsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject).map(objectOf) : []
export const stringOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
export const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)
export const stringsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function boxOf(value: Json): Box[] {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((side) => typeof side === 'number')) return []
  const [x0, y0, x1, y1] = value as [number, number, number, number]
  return [[x0, y0, x1, y1]]
}

/** The place of a found thing; null when it says none. */
export function placeOf(found: JsonObject): Place | null {
  const start = numberOf(found.start)
  const end = numberOf(found.end)
  if (start === null || end === null || end <= start) return null
  const { file_id, document: name, passage } = objectOf(found.source)
  const isElsewhere = typeof file_id === 'string' && typeof name === 'string' && typeof passage === 'string'
  return {
    text: stringOf(found.text) ?? '',
    start,
    end,
    page: numberOf(found.page),
    boxes: Array.isArray(found.boxes) ? found.boxes.flatMap(boxOf) : [],
    ...(isElsewhere && { source: { file_id, name, passage } }),
  }
}

export const placesOf = (found: readonly JsonObject[]): Place[] => found.map(placeOf).filter((place) => place !== null)

const FORMATS = ['pdf', 'docx', 'text'] as const

function documentOf(value: Json | undefined): ResultDocument | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return {
    file_id: stringOf(value.file_id),
    name: stringOf(value.name),
    page_count: numberOf(value.page_count) ?? 0,
    format: FORMATS.find((format) => format === value.format) ?? 'text',
  }
}

/** `view` and `disclaimer` are the agent's, for an output that does not carry its own. */
export function readResult(output: Json, view: string | null, disclaimer: string | null): Result {
  const given = objectOf(output)
  const { view: own, notice, document, text, ...data } = given
  const whole = Object.keys(given).length > 0 ? data : { value: output }
  return {
    view: stringOf(own) ?? view ?? 'json',
    notice: stringOf(notice) ?? disclaimer,
    document: documentOf(document),
    text: stringOf(text),
    data: whole,
  }
}
