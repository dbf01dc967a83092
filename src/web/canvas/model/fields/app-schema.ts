/** JSON Schemas from outside, read loosely: references that go round, parts that contradict, names that mean something in JavaScript. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'

/** What a reference inside the document names; empty for anything else. */
function named(ref: string, root: JsonObject): JsonObject {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return {}
  let at: Json | undefined = root
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return objectOrEmpty(at)
}

/** Two schemas that both hold. */
function both(a: JsonObject, b: JsonObject): JsonObject {
  const merged: JsonObject = { ...a, ...b }
  if (a.properties !== undefined && b.properties !== undefined)
    merged.properties = { ...objectOrEmpty(a.properties), ...objectOrEmpty(b.properties) }
  if (a.required !== undefined && b.required !== undefined)
    merged.required = [...new Set([...listOrEmpty(a.required), ...listOrEmpty(b.required)])]
  return merged
}

/** Each part of a document is resolved once, however often others name it. Null meanwhile: what names itself adds nothing. */
const known = new WeakMap<JsonObject, JsonObject | null>()

/** A schema with what `$ref` and `allOf` bring into it. */
export function resolvedIn(given: JsonObject, root: JsonObject): JsonObject {
  if (given.$ref === undefined && given.allOf === undefined) return given
  const before = known.get(given)
  if (before !== undefined) return before ?? {}
  known.set(given, null)
  const { $ref, allOf, ...rest } = given
  let found: JsonObject = {}
  if (typeof $ref === 'string') found = resolvedIn(named($ref, root), root)
  for (const part of listOrEmpty(allOf)) found = both(found, resolvedIn(objectOrEmpty(part), root))
  const resolved = both(found, rest)
  known.set(given, resolved)
  return resolved
}

/** The types a value may have, without null. */
export const typesOf = ({ type }: JsonObject): string[] =>
  (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === 'string' && one !== 'null')

const WRITTEN = new Map(
  Object.entries({
    id: 'ID',
    ids: 'IDs',
    url: 'URL',
    urls: 'URLs',
    uri: 'URI',
    api: 'API',
    json: 'JSON',
    csv: 'CSV',
    html: 'HTML',
    pdf: 'PDF',
    http: 'HTTP',
    cc: 'CC',
    bcc: 'BCC',
  }),
)

/** A name of a program as people write it: `spreadsheetId` as “Spreadsheet ID”, `USER_ENTERED` as “User entered”. */
export function spoken(name: string): string {
  const spaced = /[a-z]/.test(name) ? name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4') : name
  const words = spaced
    .split(/[\s_\-.[\]/$]+/)
    .filter(Boolean)
    .map((word) => WRITTEN.get(word.toLowerCase()) ?? word.toLowerCase())
  const [first = name, ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

const HELP_CHARS = 320

/** A description from outside as plain text of a sentence or two: without marks of HTML and Markdown. */
export function plainHelp(description: Json | undefined): string {
  if (typeof description !== 'string') return ''
  const [paragraph = ''] = description
    .slice(0, HELP_CHARS * 6)
    .replace(/<[^<>]{0,400}>/g, ' ')
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,400}\)/g, '$1')
    .replace(/[*`]|^#+\s/gm, '')
    .trim()
    .split(/\n\s*\n/)
  const text = paragraph.replace(/\s+/g, ' ').trim()
  if (text.length <= HELP_CHARS) return text
  const cut = text.slice(0, HELP_CHARS)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '))
  return end > HELP_CHARS / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`
}
