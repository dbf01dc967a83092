/** From text to data: JSON or YAML, within bounds that hold for documents made to hurt. */
import { parseDocument } from 'yaml'
import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { OpenApiError } from './problems.ts'

/** Characters. The largest known document, Microsoft Graph with its beta, has 47 million. */
const MOST_JSON = 52_428_800
/** Characters. YAML is read some 50 times slower than JSON. */
const MOST_YAML = 5_000_000
const MOST_ALIASES = 100
const DEEPEST = 200

/** @throws OpenApiError `document_too_large`, `document_unreadable`, `document_too_deep` */
export function parseText(text: string): JsonObject {
  const isJson = /^\s*\{/.test(text.slice(0, 10_000))
  const most = isJson ? MOST_JSON : MOST_YAML
  if (text.length > most)
    throw new OpenApiError('document_too_large', `The document has more than ${Math.floor(most / 1_000_000)} MB`)
  const parsed = isJson ? (parseJson(text) ?? parseYaml(text)) : parseYaml(text)
  if (!isObject(parsed))
    throw new OpenApiError('document_unreadable', 'The document is neither a JSON nor a YAML object')
  checkDepth(parsed)
  return parsed
}

/** Returns undefined for what isn't JSON: YAML may begin with a brace, too. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    if (text.length <= MOST_YAML) return undefined
    throw new OpenApiError('document_unreadable', `The document is not valid JSON: ${messageOf(error)}`, '', error)
  }
}

function parseYaml(text: string): unknown {
  // The library descends once per level of brackets, so that a long row of them would end its stack.
  if (/[[{]{300}/.test(text)) throw new OpenApiError('document_too_deep', 'The document is nested too deeply')
  try {
    const document = parseDocument(text, { version: '1.2', merge: false, logLevel: 'silent', uniqueKeys: false })
    const [error] = document.errors
    if (error) throw error
    // Through JSON: dates, maps with odd keys and shared parts become plain data, each part once.
    return plain(document.toJS({ maxAliasCount: MOST_ALIASES }))
  } catch (error) {
    if (error instanceof OpenApiError) throw error
    throw new OpenApiError('document_unreadable', `The document can’t be read: ${messageOf(error)}`, '', error)
  }
}

function plain(value: unknown): unknown {
  const text = JSON.stringify(value)
  if (text === undefined) return undefined
  if (text.length > MOST_JSON) throw new OpenApiError('document_too_large', 'The document is too large once it is read')
  return JSON.parse(text)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '').slice(0, 200) : 'unknown reason'

/** Everything after this may recurse: no path through the document is longer than `DEEPEST`. */
function checkDepth(root: JsonObject): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new OpenApiError('document_too_deep', `The document is nested more than ${DEEPEST} deep`)
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner)
    }
    level = next
  }
}
