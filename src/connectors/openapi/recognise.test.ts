/** What is recognised in documents: YAML, addresses, pages, answers, examples and accounts. */
import { describe, expect, it } from 'vitest'
import type { HttpCall } from '#connectors/connector.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type ReadOptions, readOpenApi } from './read.ts'

const head = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example.com/v1/' }],
}
const read = (document: JsonObject, options?: ReadOptions) =>
  readOpenApi(JSON.stringify({ ...head, ...document }), options)

function listing(query: readonly string[], schema: JsonObject, headers: JsonObject = {}) {
  const typeOf = (name: string) => (/^(?:offset|skip|page|limit)$/.test(name) ? 'integer' : 'string')
  const parameters = query.map((name) => ({ in: 'query', name, schema: { type: typeOf(name) } }))
  const responses = { 200: { headers, content: { 'application/json': { schema } } } }
  return (
    read({ paths: { '/things': { get: { operationId: 'list', parameters, responses } } } }).action('list')
      .call as HttpCall
  ).pagination
}
const list = { type: 'array', items: { type: 'object' } }
const text = { type: 'string' }
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

describe('pages', () => {
  it('does not count up an offset that is a token of the answer before', () => {
    const parameters = [{ in: 'query', name: 'offset', schema: { type: 'string' } }]
    const responses = { 200: { content: { 'application/json': { schema: object({ data: list }) } } } }
    const reading = read({ paths: { '/things': { get: { operationId: 'list', parameters, responses } } } })
    expect((reading.action('list').call as HttpCall).pagination).toBeUndefined()
  })

  it.each<[string, readonly string[], JsonObject, object | undefined, JsonObject?]>([
    [
      'Google',
      ['pageToken'],
      object({ items: list, nextPageToken: text }),
      { by: 'cursor', key: 'pageToken', next: '/nextPageToken', items: '/items' },
    ],
    [
      'Slack',
      ['cursor'],
      object({ channels: list, response_metadata: object({ next_cursor: text }) }),
      { by: 'cursor', key: 'cursor', next: '/response_metadata/next_cursor', items: '/channels' },
    ],
    [
      'HubSpot',
      ['after'],
      object({ results: list, paging: object({ next: object({ after: text }) }) }),
      { by: 'cursor', key: 'after', next: '/paging/next/after', items: '/results' },
    ],
    [
      'Stripe',
      ['starting_after'],
      object({ data: list, has_more: { type: 'boolean' } }),
      { by: 'last_item', key: 'starting_after', next: '/id', more: '/has_more', items: '/data' },
    ],
    ['GitHub', ['page', 'per_page'], list, { by: 'link', items: '' }, { Link: { schema: text } }],
    ['a page and its size', ['page', 'per_page'], list, { by: 'page', key: 'page', size_key: 'per_page', items: '' }],
    [
      'an offset',
      ['offset', 'limit'],
      object({ data: list, total: { type: 'integer' } }),
      { by: 'offset', key: 'offset', size_key: 'limit', items: '/data' },
    ],
    [
      'an address',
      [],
      object({ value: list, '@odata.nextLink': text }),
      { by: 'address', next: '/@odata.nextLink', items: '/value' },
    ],
    ['nothing', ['q'], object({ name: text }), undefined],
  ])('of %s', (_name, query, schema, expected, headers) => {
    expect(listing(query, schema, headers)).toEqual(expected)
  })
})

describe('addresses', () => {
  it('have variables that an account decides', () => {
    const variables = { region: { enum: ['eu', 'us'], default: 'eu', description: 'Where your data is.' } }
    const { head: made } = read({
      servers: [{ url: 'https://{shop}.example.com/{region}', variables }],
      paths: { '/a': { get: {} } },
    })
    expect(made.base_url).toBe('https://{shop}.example.com/{region}')
    expect(made.variables).toEqual([
      { name: 'shop', label: 'Shop', help: '' },
      { name: 'region', label: 'Region', help: 'Where your data is.', options: ['eu', 'us'], default: 'eu' },
    ])
  })

  it('are completed by where the document came from, or replaced', () => {
    const document = { servers: [{ url: '/v2' }], paths: { '/a': { get: {} } } }
    expect(read(document, { address: 'https://docs.example.com/openapi.json' }).head.base_url).toBe(
      'https://docs.example.com/v2',
    )
    expect(read(document, { baseUrl: 'https://own.example.com/' }).head.base_url).toBe('https://own.example.com')
  })

  it('of single operations are hosts of their own', () => {
    const reading = read({
      paths: { '/a': { post: { operationId: 'a', servers: [{ url: 'https://Upload.example.com/v1' }] } } },
    })
    expect(reading.head.hosts).toEqual(['upload.example.com'])
    expect(reading.action('a').call).toMatchObject({ base_url: 'https://Upload.example.com/v1' })
  })
})

describe('answers', () => {
  it.each([
    ['application/vnd.api+json', {}, 'json'],
    ['text/csv', {}, 'text'],
    ['application/pdf', {}, 'file'],
    ['application/json', { type: 'string', format: 'binary' }, 'file'],
  ])('of the type %s %j are %s', (type, schema, kind) => {
    const operation = { operationId: 'a', responses: { 200: { content: { [type]: { schema } } } } }
    expect(read({ paths: { '/a': { get: operation } } }).action('a').call).toMatchObject({ answer: kind })
  })

  it('have an example of the document, otherwise one of their schema', () => {
    const of = (media: JsonObject) =>
      read({
        paths: { '/a': { get: { operationId: 'a', responses: { 200: { content: { 'application/json': media } } } } } },
      }).action('a').sample
    expect(of({ example: { id: 7, __proto: 1 } })).toEqual({ id: 7, __proto: 1 })
    expect(
      of({
        schema: object({
          email: text,
          at: { type: 'string', format: 'date' },
          n: { type: 'integer' },
          items: { type: 'array', items: object({ on: { type: 'boolean' } }) },
        }),
      }),
    ).toEqual({
      ...{ email: 'asha@example.com', at: '2026-01-31', n: 1, items: [{ on: true }] },
    })
    const long = JSON.stringify(of({ example: { list: Array(500).fill('x'.repeat(5_000)) } }))
    expect(long.length).toBeLessThan(6_000)
  })
})

describe('accounts', () => {
  it('have the scopes that an operation needs one set of', () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: 'https://a.example/auth',
        tokenUrl: 'https://a.example/token',
        scopes: { read: 'See', write: 'Change' },
      },
    }
    const reading = read({
      security: [{ account: ['read'] }],
      components: { securitySchemes: { account: { type: 'oauth2', flows } } },
      paths: {
        '/a': {
          get: { operationId: 'a' },
          put: { operationId: 'b', security: [{ account: ['write', 'read'] }, { account: ['write'] }] },
          post: { operationId: 'c', security: [{}] },
        },
      },
    })
    expect(reading.head.sign_in).toMatchObject([
      {
        type: 'oauth2',
        scopes: [
          { name: 'read', title: 'See' },
          { name: 'write', title: 'Change' },
        ],
      },
    ])
    expect(['a', 'b', 'c'].map((id) => reading.action(id).scopes)).toEqual([
      [['read']],
      [['read', 'write'], ['write']],
      [],
    ])
  })
})

describe('YAML', () => {
  it('is read like JSON', () => {
    const yaml = `
openapi: 3.0.3
info: { title: Little things, version: '1' }
servers: [{ url: https://api.example.com }]
x-shared: &limit { in: query, name: limit, schema: { type: integer } }
paths:
  /things/{id}:
    get:
      summary: Retrieves a thing
      parameters: [*limit]
      responses: { 200: { description: ok } }
`
    const reading = readOpenApi(yaml)
    expect(reading.operations).toMatchObject([{ id: 'get_things_id', title: 'Get a thing', effect: 'read' }])
    expect(Object.keys(reading.action('get_things_id').input.properties ?? {})).toEqual(['id', 'limit'])
  })
})
