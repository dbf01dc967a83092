/** n8n's HTTP Request, old and new, and calls that look like it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { at, isObject, listAt, textAt } from '#nodes/import/untrusted.ts'
import { asText, type Desk } from './desk.ts'
import { type Mapper, mapped } from './mapped.ts'
import { credentialSlot } from './slots.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
/** Set by the client itself. */
const OWN = ['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key']

function pairs(desk: Desk, raw: Json | undefined, field: string): { name: string; value: string }[] {
  const rows = [...listAt(raw, 'parameters'), ...listAt(raw, 'parameter'), ...listAt(raw, 'values')]
  return rows.slice(0, 100).flatMap((row) => {
    const name = desk.text(at(row, 'name'), field).slice(0, 200)
    return name === '' ? [] : [{ name, value: desk.text(at(row, 'value'), `${field}.${name}`) }]
  })
}

const asObject = (rows: { name: string; value: string }[]): JsonObject =>
  Object.fromEntries(
    rows
      .filter(({ name }) => !['__proto__', 'constructor', 'prototype'].includes(name))
      .map(({ name, value }) => [name, value]),
  )

/** What is sent. */
function body(desk: Desk): { config: JsonObject; headers: { name: string; value: string }[] } {
  const { parameters } = desk.step
  const none = { config: { body_type: 'none' }, headers: [] }
  if (
    at(parameters, 'sendBody') !== true &&
    !('jsonParameters' in parameters) &&
    !('bodyParametersUi' in parameters) &&
    !('bodyParametersJson' in parameters)
  )
    return none
  const type = textAt(parameters, 'contentType') ?? textAt(parameters, 'bodyContentType') ?? 'json'
  const raw = at(parameters, 'jsonBody') ?? at(parameters, 'bodyParametersJson')
  if (type === 'json') {
    if (raw === undefined) {
      const rows = pairs(desk, at(parameters, 'bodyParameters') ?? at(parameters, 'bodyParametersUi'), 'body')
      return rows.length === 0 ? none : { config: { body_type: 'json', body: asObject(rows) }, headers: [] }
    }
    const json = desk.json(raw, 'jsonBody')
    if (json !== null) return { config: { body_type: 'json', body: json }, headers: [] }
    return {
      config: { body_type: 'text', body: desk.text(raw, 'jsonBody') },
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    }
  }
  if (type === 'form-urlencoded') {
    const rows = pairs(desk, at(parameters, 'bodyParameters') ?? at(parameters, 'bodyParametersUi'), 'body')
    return { config: { body_type: 'form', body: asObject(rows) }, headers: [] }
  }
  if (type === 'raw') {
    const kind = textAt(parameters, 'rawContentType') ?? 'text/plain'
    return {
      config: { body_type: 'text', body: desk.text(at(parameters, 'body'), 'body') },
      headers: [{ name: 'Content-Type', value: desk.text(kind, 'rawContentType') }],
    }
  }
  desk.warn('files', 'contentType', `A body of the kind “${type.slice(0, 40)}” is not sent here: the fields go as JSON`)
  return {
    config: { body_type: 'json', body: asObject(pairs(desk, at(parameters, 'bodyParameters'), 'body')) },
    headers: [],
  }
}

/** An expression stays one; nothing is guessed. */
function methodOf(desk: Desk): string {
  const asked = textAt(desk.step.parameters, 'method') ?? textAt(desk.step.parameters, 'requestMethod') ?? 'GET'
  if (asked.startsWith('=')) return desk.text(asked, 'method').trim()
  const method = asked.toUpperCase()
  if (!METHODS.includes(method))
    desk.warn('setting', 'method', `The method “${asked.slice(0, 40)}” is not available here: choose another`)
  return method
}

const http: Mapper = (desk) => {
  const { parameters } = desk.step
  const method = methodOf(desk)
  const url = desk.text(desk.get('url'), 'url').trim()
  const made = body(desk)
  const query = pairs(desk, at(parameters, 'queryParameters') ?? at(parameters, 'queryParametersUi'), 'query')
  const header = pairs(desk, at(parameters, 'headerParameters') ?? at(parameters, 'headerParametersUi'), 'header')
  const headers = [...header, ...made.headers].filter(({ name }) => !OWN.includes(name.toLowerCase()))
  for (const [field, rows] of [
    ['jsonQuery', query],
    ['queryParametersJson', query],
    ['jsonHeaders', headers],
    ['headerParametersJson', headers],
  ] as const) {
    const json = at(parameters, field) === undefined ? null : desk.json(at(parameters, field), field)
    if (isObject(json))
      for (const [name, value] of Object.entries(json))
        rows.push({ name: name.slice(0, 200) || 'x', value: asText(value) })
  }
  const full =
    at(parameters, 'options', 'response', 'response', 'fullResponse') === true ||
    at(parameters, 'options', 'fullResponse') === true
  if (at(parameters, 'options', 'pagination') !== undefined)
    desk.warn('setting', 'pagination', 'Set the following of pages again')
  const file =
    textAt(parameters, 'options', 'response', 'response', 'responseFormat') === 'file' ||
    textAt(parameters, 'responseFormat') === 'file'
  const limit = Number(at(parameters, 'options', 'timeout') ?? Number.NaN)
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
  if (url === '') desk.warn('setting', 'url', 'The address is empty')
  const slot = credentialSlot(desk.step)
  return mapped('http_request', config, slot && { slot })
}

const graphql: Mapper = (desk) => {
  const variables = desk.get('variables')
  const slot = credentialSlot(desk.step)
  const body: JsonObject = { query: desk.text(desk.get('query'), 'query') }
  if (variables !== undefined && variables !== '') body.variables = desk.json(variables, 'variables') ?? {}
  const headers = pairs(desk, at(desk.step.parameters, 'headerParametersUi'), 'header').filter(
    ({ name }) => !OWN.includes(name.toLowerCase()),
  )
  return mapped(
    'http_request',
    {
      method: 'POST',
      url: desk.text(desk.get('endpoint'), 'endpoint'),
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
