/** Where a plain value goes in a nested body: templates of JSON with the value's place in them. */
import type { HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { RequestError } from './problems.ts'
import { textOf } from './styles.ts'

/** A list that begins with one of these repeats its item: for each value of a list, for each line of a text. */
const REPEATS: Record<string, (value: Json) => readonly Json[]> = {
  '{each}': (value) => (Array.isArray(value) ? value : [value]).filter((one) => one !== null),
  '{line}': (value) =>
    textOf(value)
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== ''),
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inXml = (text: string): string => text.replace(/[&<>"]/g, (one) => XML[one] ?? one)

function fill(template: Json, value: Json): Json {
  if (template === '{value}') return value
  // A function, so that `$&` in a value means nothing.
  if (typeof template === 'string')
    return template.replace(/\{(text|xml)\}/g, (_, as: string) => (as === 'xml' ? inXml(textOf(value)) : textOf(value)))
  if (Array.isArray(template)) {
    const [first, ...items] = template
    const repeat = typeof first === 'string' && Object.hasOwn(REPEATS, first) ? REPEATS[first] : undefined
    if (!repeat) return template.map((one) => fill(one, value))
    return repeat(value).flatMap((one) => items.map((item) => fill(item, one)))
  }
  return isObject(template)
    ? Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, fill(inner, value)]))
    : template
}

/** Returns the template with the value in it. What the value contains is never read as a template. */
export const fillPlace = (template: JsonObject, value: Json): JsonObject => fill(template, value) as JsonObject

/** Returns both, the second one winning: objects key by key, lists item by item. */
export function merged(base: Json, over: Json): Json {
  if (isObject(base) && isObject(over)) {
    const keys = new Map(Object.entries(base))
    for (const [key, value] of Object.entries(over))
      keys.set(key, keys.has(key) ? merged(keys.get(key) ?? null, value) : value)
    return Object.fromEntries(keys)
  }
  if (Array.isArray(base) && Array.isArray(over))
    return Array.from({ length: Math.max(base.length, over.length) }, (_, at) => {
      const [below, above] = [base[at], over[at]]
      return above === undefined ? (below ?? null) : below === undefined ? above : merged(below, above)
    })
  return over
}

/** Returns the time in the form that the service wants; numbers are left alone. @throws RequestError `value_unsuitable` */
export function timeAs(as: NonNullable<HttpPart['as']>, value: Json, field: string): Json {
  if (typeof value !== 'string') return value
  const at = Date.parse(value)
  if (Number.isNaN(at))
    throw new RequestError('value_unsuitable', 'Enter a date and time, such as 2026-12-01T10:00:00Z', field)
  if (as === 'seconds') return Math.floor(at / 1000)
  if (as === 'milliseconds') return at
  // Without the letter for the zone, which is sent next to it.
  return new Date(at).toISOString().slice(0, 19)
}

/** Returns the id that is in an address, which people paste in its place; anything else as it is. */
export function idIn(pattern: string, value: Json): Json {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value.trim())) return value
  return new RegExp(pattern).exec(value.trim().slice(0, 2_000))?.[1] ?? value
}

/**
 * Returns a condition of a search; `false` has none. What a text contains can't end its quotes: single ones are escaped, as Google's
 * services read them, and double ones are left out, for not every service that has them can escape them.
 */
export function termOf(template: string, value: Json): string | null {
  if (value === false) return null
  const text = textOf(value)
  const safe = template.includes("'{value}'")
    ? text.replace(/[\\']/g, (one) => `\\${one}`)
    : template.includes('"{value}"')
      ? text.replace(/[\\"]/g, ' ')
      : text
  return template.replaceAll('{value}', () => safe)
}
