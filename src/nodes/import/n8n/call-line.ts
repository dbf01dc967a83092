/**
 * One call of a service's API, in one line: `POST /chat.postMessage channel=channelId|channel text *otherOptions -> message`.
 * `{x}` in the path is the parameter `x`; `key=a|b` takes the first parameter that is there; `key` alone is the parameter of that name;
 * `?key` goes into the address even when there is a body; `key:"x"` is fixed; `*group` puts every field of a group in; `=x` is the whole
 * body; `-> path` says where in the answer the list stands, whose items n8n gives one by one.
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { asText, type StepReader } from './step-reader.ts'

export interface Call {
  method: string
  path: string
  parts: readonly string[]
  /** Null: one value; '' when the answer itself is the list. */
  list: string | null
}

export function readCall(line: string): Call {
  const [call = '', list] = line.split(' -> ')
  const [method = 'GET', path = '/', ...parts] = call.trim().split(/\s+/)
  return { method, path, parts, list: list === undefined ? null : list.trim() === '.' ? '' : list.trim() }
}

const first = (reader: StepReader, names: string): { name: string; raw: Json } | null => {
  for (const name of names.split('|')) {
    const raw = reader.get(...name.split('/'))
    if (raw !== undefined && raw !== '' && raw !== null) return { name, raw }
  }
  return null
}

/** Puts a value under `a.b`. */
function put(target: JsonObject, key: string, value: Json): void {
  const [head = '', ...rest] = key.split('.')
  if (rest.length === 0) target[head] = value
  else {
    const inner = isObject(target[head]) ? target[head] : {}
    target[head] = inner
    put(inner, rest.join('.'), value)
  }
}

/** The settings of an HTTP request that makes the call. */
export function configOf(call: Call, base: string, reader: StepReader): JsonObject {
  const fill = (text: string) =>
    text.replace(/\{([\w/|]+)\}/g, (_, names: string) => {
      const found = first(reader, names)
      if (!found) return ''
      const { code, type } = reader.expression(found.raw, found.name)
      return code.startsWith('"') && type === 'text'
        ? encodeURIComponent(JSON.parse(code) as string)
        : /^[\d.]+$/.test(code)
          ? code
          : `{{ $encodeUrlComponent($string(${code})) }}`
    })
  const query: { name: string; value: string }[] = []
  const body: JsonObject = {}
  let whole: Json | undefined
  const inAddress = call.method === 'GET' || call.method === 'DELETE'
  const give = (key: string, value: Json) => {
    if (inAddress || key.startsWith('?')) query.push({ name: key.replace(/^\?/, ''), value: asText(value) })
    else put(body, key, value)
  }
  for (const part of call.parts) {
    if (part.startsWith('*')) {
      const group = first(reader, part.slice(1))
      if (group && isObject(group.raw)) {
        for (const [key, raw] of Object.entries(group.raw))
          if (isSimple(raw)) give(key, reader.value(raw, `${group.name}.${key}`))
      }
    } else if (part.startsWith('=')) {
      const found = first(reader, part.slice(1))
      if (found) whole = reader.json(found.raw, found.name) ?? reader.value(found.raw, found.name)
    } else if (/^[\w.?]+:/.test(part)) {
      const [key = '', ...fixed] = part.split(':')
      give(key, JSON.parse(fixed.join(':').replaceAll('_SPACE_', ' ')) as Json)
    } else {
      const [key = '', names = key.replace(/^\?/, '')] = part.split('=')
      const found = first(reader, names)
      if (found) give(key, reader.value(found.raw, found.name))
    }
  }
  const url = /^https?:/.test(call.path) ? fill(call.path) : `${fill(base)}${fill(call.path)}`
  const sends = !inAddress && (whole !== undefined || Object.keys(body).length > 0)
  return {
    method: call.method,
    url,
    ...(query.length > 0 && { query: query.slice(0, 100) }),
    ...(sends && { body_type: 'json', body: whole ?? body }),
    gives: 'body',
  }
}

/** n8n's collections of rows have shapes of their own; only plain values are handed on. */
const isSimple = (raw: Json): boolean => !isObject(raw) || '__rl' in raw
