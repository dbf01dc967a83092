/** HTTP calls of n8n as tools of an agent: the host is fixed, and what the model gives is filled in where it belongs. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import type { ToolParameters } from './tool-parameters.ts'

/** Why a tool has no counterpart, for the person who brought the file. */
export class NoTool extends Error {}

/** The settings of a tool without its name and description. */
export interface HttpToolParts {
  kind: 'http'
  method: string
  url: string
  headers?: { name: string; value: string }[]
  sends?: 'form'
  body?: Json
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Set by the client itself, or by the credential. */
const OWN = ['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key', 'content-type']
const HOST = /^https?:\/\/[^/{}\s]+(?:[/?#]|$)/
const HOLE =
  /\{\{ (?:\$encodeUrlComponent\(\$string\(\$input\.(\w+)\)\)|\$string\(\$input\.(\w+)\)|\$input\.(\w+)) \}\}/g
const PLACEHOLDER = /\{([a-z]\w{0,60})\}/gi

/** Settings of ours with `{{ $input.x }}` as the template of a tool with `{x}`. @throws NoTool for any other expression */
function templateOf(text: string): string {
  const made = text.replace(HOLE, (_, ...names: (string | undefined)[]) => `{${names.slice(0, 3).find(Boolean) ?? ''}}`)
  if (made.includes('{{')) throw new NoTool('it computes what it sends')
  return made
}

function templatesIn(value: Json): Json {
  if (typeof value === 'string') return templateOf(value)
  if (Array.isArray(value)) return value.map(templatesIn)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, templatesIn(part)]))
}

function address(url: string): string {
  const whole = url === '' || /^https?:/i.test(url) ? url : `https://${url}`
  if (url === '') throw new NoTool('its address is empty in the file')
  if (!HOST.test(whole)) throw new NoTool('the model would choose the host it calls')
  return whole
}

/** `?a=1&b={x}`; the names in braces are filled in later. */
function withQuery(url: string, query: readonly { name: string; value: string }[]): string {
  if (query.length === 0) return url
  const text = query.map(({ name, value }) => {
    const pieces = value.split(/(\{[a-z]\w{0,60}\})/i)
    const encoded = pieces.map((part) => (/^\{[a-z]\w{0,60}\}$/i.test(part) ? part : encodeURIComponent(part)))
    return `${encodeURIComponent(name)}=${encoded.join('')}`
  })
  return `${url}${url.includes('?') ? '&' : '?'}${text.join('&')}`
}

/** @throws NoTool */
function headersFor(
  reader: StepReader,
  rows: readonly { name: string; value: string }[],
): { name: string; value: string }[] {
  return rows.flatMap(({ name, value }) => {
    if (OWN.includes(name.toLowerCase())) return []
    if (/\{\{|\{[a-z]\w*\}/i.test(`${name}${value}`)) {
      reader.warn(
        'setting',
        name.slice(0, 100),
        `The header “${name.slice(0, 80)}” was set by the model and isn’t sent`,
      )
      return []
    }
    return [{ name, value: value.replace(/[\r\n]+/g, ' ') }]
  })
}

const rowsIn = (value: Json | undefined): { name: string; value: string }[] =>
  (Array.isArray(value) ? value : []).flatMap((row) => {
    const name = readTextAt(row, 'name')
    return name === undefined ? [] : [{ name, value: readTextAt(row, 'value') ?? '' }]
  })

/** The call that an “HTTP request” of ours makes, as a tool. @throws NoTool */
export function toolOfRequest(reader: StepReader, config: JsonObject, parameters: ToolParameters): HttpToolParts {
  const method = readTextAt(config, 'method') ?? 'GET'
  if (!METHODS.includes(method)) throw new NoTool('the model would choose the method of the call')
  if (readAt(config, 'response') === 'file') throw new NoTool('a tool can’t return files')
  const url = address(templateOf(readTextAt(config, 'url') ?? ''))
  for (const [, name] of url.matchAll(PLACEHOLDER)) parameters.add(name ?? '')
  const sends = method !== 'GET' && method !== 'DELETE'
  const query = rowsIn(readAt(config, 'query')).map(({ name, value }) => ({ name, value: templateOf(value) }))
  // Without a body, a parameter of the same name is added to the address, and is left out when it has no value.
  const fixed = query.filter(({ name, value }) => sends || value !== `{${name}}`)
  const headers = headersFor(reader, rowsIn(readAt(config, 'headers')))
  const kind = readTextAt(config, 'body_type') ?? 'none'
  if (kind === 'text') throw new NoTool('its body is assembled from text')
  const body = readAt(config, 'body')
  return {
    kind: 'http',
    method,
    url: withQuery(url, fixed),
    ...(headers.length > 0 && { headers }),
    ...(sends && kind === 'form' && { sends: 'form' as const }),
    ...(sends && { body: kind === 'none' || body === undefined ? {} : templatesIn(body) }),
  }
}

/** A JSON text in which `{x}` may be with or without quotes. @throws NoTool */
function jsonBody(reader: StepReader, text: string): Json {
  let quoted = false
  let made = ''
  for (let place = 0; place < text.length; place++) {
    const char = text[place] ?? ''
    if (char === '\\') made += text.slice(place, ++place + 1)
    else if (char === '"') {
      quoted = !quoted
      made += char
    } else {
      const found = quoted ? null : /^\{([a-z]\w{0,60})\}/i.exec(text.slice(place, place + 64))
      if (found) {
        made += `"${found[0]}"`
        place += found[0].length - 1
      } else made += char
    }
  }
  const body = reader.json(made, 'jsonBody')
  if (body === null) throw new NoTool('its body isn’t JSON')
  return templatesIn(body)
}

interface Rows {
  fixed: { name: string; value: string }[]
  /** What the model gives, by its name. */
  given: string[]
}

/** Rows of n8n's “HTTP Request Tool”: fixed ones, and those that the model gives. */
function rowsOf(reader: StepReader, field: string, parameters: ToolParameters): Rows {
  const rows: Rows = { fixed: [], given: [] }
  for (const row of listAt(reader.step.parameters, field, 'values').slice(0, 60)) {
    const name = readTextAt(row, 'name') ?? ''
    if (name === '') continue
    const provider = readTextAt(row, 'valueProvider') ?? 'modelRequired'
    if (provider === 'fieldValue')
      rows.fixed.push({ name, value: templateOf(reader.text(readAt(row, 'value'), `${field}.${name}`)) })
    else rows.given.push(parameters.add(name, { optional: provider === 'modelOptional' }))
  }
  return rows
}

/** The “HTTP Request Tool” of n8n's first agents. @throws NoTool */
export function toolOfToolHttp(reader: StepReader, parameters: ToolParameters): HttpToolParts {
  const held = reader.step.parameters
  const method = (readTextAt(held, 'method') ?? 'GET').toUpperCase()
  if (!METHODS.includes(method)) throw new NoTool('the model would choose the method of the call')
  for (const row of listAt(held, 'placeholderDefinitions', 'values'))
    parameters.add(readTextAt(row, 'name') ?? 'value', {
      type: readTextAt(row, 'type') ?? 'string',
      description: readTextAt(row, 'description') ?? '',
    })
  const url = address(templateOf(reader.text(reader.get('url'), 'url').trim()))
  const query = rowsOf(reader, 'parametersQuery', parameters)
  const headers = rowsOf(reader, 'parametersHeaders', parameters)
  const fields = rowsOf(reader, 'parametersBody', parameters)
  const sends = method !== 'GET' && method !== 'DELETE'
  const inAddress = sends ? [...query.fixed, ...query.given.map((name) => ({ name, value: `{${name}}` }))] : query.fixed
  const raw = readTextAt(held, 'jsonBody')
  const body =
    sends && readAt(held, 'sendBody') === true && raw !== undefined
      ? jsonBody(reader, raw)
      : Object.fromEntries([
          ...fields.fixed.map(({ name, value }) => [name, value] as const),
          ...fields.given.map((name) => [name, `{${name}}`] as const),
        ])
  for (const text of [url, JSON.stringify(inAddress), JSON.stringify(body)])
    for (const [, name] of text.matchAll(PLACEHOLDER)) if (!parameters.has(name ?? '')) parameters.add(name ?? '')
  const fixed = headersFor(reader, headers.fixed)
  return {
    kind: 'http',
    method,
    url: withQuery(url, inAddress),
    ...(fixed.length > 0 && { headers: fixed }),
    ...(sends && { body }),
  }
}
