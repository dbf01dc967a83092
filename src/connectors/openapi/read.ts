/**
 * Reads an OpenAPI document (3.0, 3.1, Swagger 2) or a Google Discovery document as a connector. Nothing is fetched: references to other
 * documents are refused by name. What can't be read leaves out its operation and is listed in `problems`. See docs/decisions/0286.
 */
import type { Action, Connector, HttpCall } from '#connectors/connector.ts'
import { hostOf } from '#connectors/host.ts'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { readAnswer } from './answers.ts'
import { fromDiscovery } from './discovery.ts'
import { follow, note, type OpenApiDocument, own, type Place, textOf } from './document.ts'
import { isIdempotent } from './effects.ts'
import { readInput } from './input.ts'
import { type Operation, type OperationSummary, operationsOf } from './operations.ts'
import { paginationOf } from './pagination.ts'
import { leftOutParameters, type Parameter, parametersOf } from './parameters.ts'
import { parseText } from './parse.ts'
import { at, OpenApiError, type OpenApiProblem } from './problems.ts'
import { SchemaReader, type Side } from './schemas.ts'
import { type Server, serverOf } from './servers.ts'
import { readSecurity, type Security, scopesOf } from './sign-in.ts'
import { fromSwagger } from './swagger.ts'
import { clip, idOf, plainText } from './words.ts'

export interface ReadOptions {
  /** Where the document came from: addresses in it may be relative to it. */
  address?: string
  /** In place of the addresses in the document. */
  baseUrl?: string
  /** Schemas that one action has at most; what is beyond is described by its type only. */
  mostParts?: Record<Side, number>
}

export interface OpenApiReading {
  /** Everything but the actions, which are made one by one. */
  head: Omit<Connector, 'actions'>
  operations: readonly OperationSummary[]
  /** What was left out or loosened, the first 200; grows while actions are read. */
  problems: readonly OpenApiProblem[]
  /** @throws OpenApiError `reference_*`, `operation_invalid` */
  action(id: string): Action
  /** With these actions, all where absent. Those that can't be read are left out and listed in `problems`. */
  connector(ids?: Iterable<string>): Connector
  /** The document as it was parsed, Swagger 2 and Discovery converted. */
  document: OpenApiDocument
}

interface Reading {
  document: OpenApiDocument
  schemas: SchemaReader
  security: Security
  server: Server
  leftOut: ReadonlySet<string>
  options: ReadOptions
}

/**
 * @throws OpenApiError `document_*`, `version_unsupported`, `operations_missing`, `operations_too_many`, `server_missing`,
 * `server_invalid`
 */
export function readOpenApi(text: string, options: ReadOptions = {}): OpenApiReading {
  const document: OpenApiDocument = { root: asOpenApi(parseText(text)), problems: [] }
  const operations = operationsOf(document)
  const server = mainServer(document, operations, options)
  const security = readSecurity(document)
  const schemas = new SchemaReader(document, options.mostParts)
  const reading = { document, schemas, security, server, leftOut: leftOutParameters(document, security.keys), options }
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const head = headOf(reading, operations)
  const action = (id: string): Action => {
    const operation = byId.get(id)
    if (!operation) throw new OpenApiError('operation_invalid', `There is no operation named ${id}`)
    return actionOf(reading, operation)
  }
  return {
    ...{ head, operations, problems: document.problems, action, document },
    connector: (ids = byId.keys()) => ({
      ...head,
      actions: [...ids].flatMap((id) => tryAction(document, () => action(id))),
    }),
  }
}

function tryAction(document: OpenApiDocument, read: () => Action): Action[] {
  try {
    return [read()]
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    note(document, error)
    return []
  }
}

/** @throws OpenApiError `document_not_openapi`, `version_unsupported` */
function asOpenApi(root: OpenApiDocument['root']): OpenApiDocument['root'] {
  const version = own(root, 'openapi')
  if (typeof version === 'string' && /^3\.[01](\.|$)/.test(version)) return root
  if (version !== undefined)
    throw new OpenApiError(
      'version_unsupported',
      `OpenAPI ${String(version).slice(0, 20)} isn’t supported: use 3.0 or 3.1`,
      '/openapi',
    )
  const swagger = own(root, 'swagger')
  if (String(swagger).startsWith('2')) return fromSwagger(root)
  if (swagger !== undefined)
    throw new OpenApiError(
      'version_unsupported',
      `Swagger ${String(swagger).slice(0, 20)} isn’t supported: use 2.0`,
      '/swagger',
    )
  if (textOf(own(root, 'discoveryVersion')) !== '' || textOf(own(root, 'kind')) === 'discovery#restDescription')
    return fromDiscovery(root)
  throw new OpenApiError('document_not_openapi', 'This isn’t an OpenAPI, Swagger or Google Discovery document')
}

/** @throws OpenApiError `server_missing`, `server_invalid` */
function mainServer(document: OpenApiDocument, operations: readonly Operation[], options: ReadOptions): Server {
  if (options.baseUrl !== undefined) {
    const server = serverOf([{ url: options.baseUrl }], '')
    if (server) return server
  }
  const servers = own(document.root, 'servers')
  const relative: Json = [{ url: '/' }]
  const found =
    serverOf(servers, '/servers', options.address) ??
    firstOf(operations, ({ pathItem, pathPointer }) =>
      serverOf(own(pathItem, 'servers'), at(pathPointer, 'servers'), options.address),
    ) ??
    firstOf(operations, ({ value, pointer }) =>
      serverOf(own(value, 'servers'), at(pointer, 'servers'), options.address),
    ) ??
    serverOf(relative, '/servers', options.address)
  if (found) return found
  throw new OpenApiError(
    'server_missing',
    'The document doesn’t say where the service is: enter its address',
    '/servers',
  )
}

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | null): R | null {
  for (const one of list) {
    const found = find(one)
    if (found) return found
  }
  return null
}

function headOf(
  { document, security, server, options }: Reading,
  operations: readonly Operation[],
): Omit<Connector, 'actions'> {
  const info = own(document.root, 'info')
  const name =
    clip(plainText(textOf(own(info, 'title'))).replace(/\s+API(\s+v?\d[\d.]*)?$/i, ''), 60) || hostOf(server.base_url)
  const [sentence = ''] = plainText(textOf(own(info, 'description'))).split(/(?<=[.!?])\s/)
  const others = operations.flatMap(({ value, pathItem, pathPointer, pointer }) => {
    const other = ownServer(value, pathItem, pointer, pathPointer, options)
    return other ? [other] : []
  })
  const hosts = new Set(others.map(({ base_url }) => hostOf(base_url)))
  hosts.delete(hostOf(server.base_url))
  const variables = new Map(
    [server, ...others].flatMap((one) => one.variables.map((variable) => [variable.name, variable])),
  )
  return {
    id: `api-${idOf(name).replace(/_/g, '-') || 'service'}`,
    name,
    description: clip(sentence, 200),
    source: 'openapi',
    provider: clip(textOf(own(own(info, 'contact'), 'name')), 60) || name,
    version: versionOf(String(own(info, 'version') ?? '')),
    categories: [],
    logo: null,
    website: httpsOf(own(own(document.root, 'externalDocs'), 'url')) ?? httpsOf(own(own(info, 'contact'), 'url')),
    licence: clip(textOf(own(own(info, 'license'), 'name')), 80) || null,
    sign_in: security.sign_in,
    base_url: server.base_url,
    variables: [...variables.values()].slice(0, 20),
    hosts: [...hosts].slice(0, 50),
  }
}

/** A date that some tool wrote out in full becomes a day. */
function versionOf(text: string): string {
  const time = /\bGMT[+-]\d{4}/.test(text) ? Date.parse(text.replace(/\s*\(.*$/, '')) : Number.NaN
  return Number.isNaN(time) ? clip(text, 40) : new Date(time).toISOString().slice(0, 10)
}

function httpsOf(value: Json | undefined): string | null {
  const text = textOf(value)
  return /^https:\/\/[^\s"'<>]{3,500}$/.test(text) ? text : null
}

/** A server of an operation or of its path, where it has one and `baseUrl` isn't given. */
function ownServer(
  value: Json,
  pathItem: Json,
  pointer: string,
  pathPointer: string,
  { baseUrl, address }: ReadOptions,
): Server | null {
  if (baseUrl !== undefined) return null
  return (
    serverOf(own(value, 'servers'), at(pointer, 'servers'), address) ??
    serverOf(own(pathItem, 'servers'), at(pathPointer, 'servers'), address)
  )
}

/** @throws OpenApiError `reference_*` */
/** An offset that is a text is a token of an earlier answer: nothing can be added to it. */
const isText = (properties: Json | undefined, key: string): boolean =>
  isObject(properties) && isObject(properties[key]) && properties[key].type === 'string'

function actionOf(reading: Reading, operation: Operation): Action {
  const { document, schemas, security, server } = reading
  const { value, pathItem, pointer, pathPointer, method } = operation
  const parameters = withPathNames(operation, parametersOf(document, levelsOf(operation), reading.leftOut))
  const input = readInput(document, schemas, parameters, bodyOf(document, operation))
  const answer = readAnswer(document, schemas, own(value, 'responses'), at(pointer, 'responses'))
  const pagination = paginationOf(document, input.parts, answer.media, answer.hasLinkHeader)
  const isToken = pagination?.by === 'offset' && isText(own(input.schema, 'properties'), pagination.key)
  const other = ownServer(value, pathItem, pointer, pathPointer, reading.options)
  const call: HttpCall = {
    type: 'http',
    method,
    path: withQuery(operation.path, input.query),
    ...(other && other.base_url !== server.base_url ? { base_url: other.base_url } : {}),
    parts: input.parts,
    body: input.body,
    ...(Object.keys(input.headers).length > 0 ? { headers: input.headers } : {}),
    answer: answer.kind,
    ...(pagination && !isToken && operation.effect === 'read' ? { pagination } : {}),
  }
  const { id, title, group, effect } = operation
  return {
    ...{ id, title, group, effect },
    description: clip(plainText(textOf(own(value, 'description')) || textOf(own(value, 'summary'))), 1000),
    idempotent: isIdempotent(method, effect),
    input: input.schema,
    output: answer.output,
    sample: answer.sample,
    scopes: scopesOf(own(value, 'security') ?? own(document.root, 'security'), security),
    docs_url: httpsOf(own(own(value, 'externalDocs'), 'url')),
    call,
  }
}

const levelsOf = ({ value, pathItem, pointer, pathPointer }: Operation) => [
  { value: own(pathItem, 'parameters'), pointer: at(pathPointer, 'parameters') },
  { value: own(value, 'parameters'), pointer: at(pointer, 'parameters') },
]

/** A body of GET and HEAD can't be sent: no browser and few servers would take it. */
function bodyOf(document: OpenApiDocument, { value, method, pointer }: Operation): Place | null {
  const given = own(value, 'requestBody')
  if (!isObject(given)) return null
  if (method !== 'GET' && method !== 'HEAD') return follow(document, given, at(pointer, 'requestBody'))
  if (own(given, 'required') === true)
    note(document, new OpenApiError('body_not_sent', `A body can’t be sent with ${method}`, at(pointer, 'requestBody')))
  return null
}

/** Path parameters that the path has: those that nobody described are texts. */
function withPathNames({ path, pointer }: Operation, parameters: readonly Parameter[]): Parameter[] {
  const names = new Set([...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name ?? ''))
  const known = parameters.filter((one) => one.in !== 'path' || names.has(one.name))
  const described = new Set(known.filter((one) => one.in === 'path').map(({ name }) => name))
  const missing = [...names].filter((name) => !described.has(name))
  const plain = { required: true, deprecated: false, description: '', schema: { type: 'string' }, pointer }
  return [...missing.map((name): Parameter => ({ ...plain, in: 'path', name })), ...known]
}

/** What follows a `#` is never sent: documents put it there to tell operations of one path apart. */
function withQuery(path: string, query: readonly [string, string][]): string {
  const plain = path.split('#')[0] ?? path
  if (query.length === 0) return plain
  const text = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return `${plain}${plain.includes('?') ? '&' : '?'}${text}`
}
