/** n8n's HTTP Request, old and new, and calls that look like it. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { type Mapper, mapped } from './mapped.ts'
import { credentialSlot } from './slots.ts'
import { asText, type StepReader } from './step-reader.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
/** Set by the client itself. */
const OWN = ['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key']

function pairs(reader: StepReader, raw: Json | undefined, field: string): { name: string; value: string }[] {
  const rows = [...listAt(raw, 'parameters'), ...listAt(raw, 'parameter'), ...listAt(raw, 'values')]
  return rows.slice(0, 100).flatMap((row) => {
    const name = reader.text(readAt(row, 'name'), field).slice(0, 200)
    return name === '' ? [] : [{ name, value: reader.text(readAt(row, 'value'), `${field}.${name}`) }]
  })
}

const asObject = (rows: { name: string; value: string }[]): JsonObject =>
  Object.fromEntries(
    rows
      .filter(({ name }) => !['__proto__', 'constructor', 'prototype'].includes(name))
      .map(({ name, value }) => [name, value]),
  )

/** What is sent. */
function body(reader: StepReader): { config: JsonObject; headers: { name: string; value: string }[] } {
  const { parameters } = reader.step
  const none = { config: { body_type: 'none' }, headers: [] }
  if (
    readAt(parameters, 'sendBody') !== true &&
    !('jsonParameters' in parameters) &&
    !('bodyParametersUi' in parameters) &&
    !('bodyParametersJson' in parameters)
  )
    return none
  const type = readTextAt(parameters, 'contentType') ?? readTextAt(parameters, 'bodyContentType') ?? 'json'
  const raw = readAt(parameters, 'jsonBody') ?? readAt(parameters, 'bodyParametersJson')
  if (type === 'json') {
    if (raw === undefined) {
      const rows = pairs(reader, readAt(parameters, 'bodyParameters') ?? readAt(parameters, 'bodyParametersUi'), 'body')
      return rows.length === 0 ? none : { config: { body_type: 'json', body: asObject(rows) }, headers: [] }
    }
    const json = reader.json(raw, 'jsonBody')
    if (json !== null) return { config: { body_type: 'json', body: json }, headers: [] }
    return {
      config: { body_type: 'text', body: reader.text(raw, 'jsonBody') },
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    }
  }
  if (type === 'form-urlencoded') {
    const rows = pairs(reader, readAt(parameters, 'bodyParameters') ?? readAt(parameters, 'bodyParametersUi'), 'body')
    return { config: { body_type: 'form', body: asObject(rows) }, headers: [] }
  }
  if (type === 'raw') {
    const kind = readTextAt(parameters, 'rawContentType') ?? 'text/plain'
    return {
      config: { body_type: 'text', body: reader.text(readAt(parameters, 'body'), 'body') },
      headers: [{ name: 'Content-Type', value: reader.text(kind, 'rawContentType') }],
    }
  }
  reader.warn(
    'files',
    'contentType',
    `A body of the kind “${type.slice(0, 40)}” is not sent here: the fields go as JSON`,
  )
  return {
    config: { body_type: 'json', body: asObject(pairs(reader, readAt(parameters, 'bodyParameters'), 'body')) },
    headers: [],
  }
}

/** An expression stays one; nothing is guessed. */
function methodOf(reader: StepReader): string {
  const asked =
    readTextAt(reader.step.parameters, 'method') ?? readTextAt(reader.step.parameters, 'requestMethod') ?? 'GET'
  if (asked.startsWith('=')) return reader.text(asked, 'method').trim()
  const method = asked.toUpperCase()
  if (!METHODS.includes(method))
    reader.warn('setting', 'method', `The method “${asked.slice(0, 40)}” is not available here: choose another`)
  return method
}

const http: Mapper = (reader) => {
  const { parameters } = reader.step
  const method = methodOf(reader)
  const url = reader.text(reader.get('url'), 'url').trim()
  const made = body(reader)
  const query = pairs(reader, readAt(parameters, 'queryParameters') ?? readAt(parameters, 'queryParametersUi'), 'query')
  const header = pairs(
    reader,
    readAt(parameters, 'headerParameters') ?? readAt(parameters, 'headerParametersUi'),
    'header',
  )
  const headers = [...header, ...made.headers].filter(({ name }) => !OWN.includes(name.toLowerCase()))
  for (const [field, rows] of [
    ['jsonQuery', query],
    ['queryParametersJson', query],
    ['jsonHeaders', headers],
    ['headerParametersJson', headers],
  ] as const) {
    const json = readAt(parameters, field) === undefined ? null : reader.json(readAt(parameters, field), field)
    if (isObject(json))
      for (const [name, value] of Object.entries(json))
        rows.push({ name: name.slice(0, 200) || 'x', value: asText(value) })
  }
  const full =
    readAt(parameters, 'options', 'response', 'response', 'fullResponse') === true ||
    readAt(parameters, 'options', 'fullResponse') === true
  if (readAt(parameters, 'options', 'pagination') !== undefined)
    reader.warn('setting', 'pagination', 'Set the following of pages again')
  const file =
    readTextAt(parameters, 'options', 'response', 'response', 'responseFormat') === 'file' ||
    readTextAt(parameters, 'responseFormat') === 'file'
  const limit = Number(readAt(parameters, 'options', 'timeout') ?? Number.NaN)
  const config: JsonObject = {
    method,
    url: url.includes('{{') || /^https?:/i.test(url) || url === '' ? url : `https://${url}`,
    ...(query.length > 0 && { query: query.slice(0, 100) }),
    ...(headers.length > 0 && { headers: headers.slice(0, 100) }),
    ...(made.config.body_type !== 'none' && made.config),
    ...(file && { response: 'file' }),
    gives: full ? 'response' : 'body',
    ...(Number.isFinite(limit) && { timeout_ms: Math.max(100, Math.min(60_000, Math.round(limit))) }),
  }
  if (url === '') reader.warn('setting', 'url', 'The address is empty')
  const slot = credentialSlot(reader.step)
  return mapped('http_request', config, slot && { slot })
}

const graphql: Mapper = (reader) => {
  const variables = reader.get('variables')
  const slot = credentialSlot(reader.step)
  const body: JsonObject = { query: reader.text(reader.get('query'), 'query') }
  if (variables !== undefined && variables !== '') body.variables = reader.json(variables, 'variables') ?? {}
  const headers = pairs(reader, readAt(reader.step.parameters, 'headerParametersUi'), 'header').filter(
    ({ name }) => !OWN.includes(name.toLowerCase()),
  )
  return mapped(
    'http_request',
    {
      method: 'POST',
      url: reader.text(reader.get('endpoint'), 'endpoint'),
      body_type: 'json',
      body,
      gives: 'body',
      ...(headers.length > 0 && { headers }),
    },
    slot && { slot },
  )
}

export const HTTP: Record<string, Mapper> = {
  httpRequest: http,
  graphql,
}
