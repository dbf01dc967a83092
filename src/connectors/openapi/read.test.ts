import { describe, expect, it } from 'vitest'
import type { HttpCall } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { createJudge } from '#test/support/connectors/document-check.ts'
import * as little from '#test/support/connectors/little-documents.ts'
import { tryRequest } from '#test/support/connectors/try-request.ts'
import { OpenApiError } from './problems.ts'
import { type OpenApiReading, type ReadOptions, readOpenApi } from './read.ts'

const read = (document: unknown, options?: ReadOptions): OpenApiReading =>
  readOpenApi(JSON.stringify(document), options)
const minimal = (paths: JsonObject, rest: JsonObject = {}): JsonObject => ({
  ...{
    openapi: '3.0.3',
    info: { title: 'Things API', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths,
  },
  ...rest,
})
const refusal = (work: () => unknown): { code: string; pointer: string } => {
  try {
    work()
  } catch (error) {
    if (error instanceof OpenApiError) return { code: error.code, pointer: error.pointer }
    throw error
  }
  return { code: 'none', pointer: '' }
}
const callOf = (reading: OpenApiReading, id: string): HttpCall => reading.action(id).call as HttpCall
const propertiesOf = (reading: OpenApiReading, id: string) => reading.action(id).input.properties as JsonObject

describe('a little document of each kind', () => {
  it.each(Object.entries(little))('%s is read, and accepts what is built from it', (_name, document) => {
    const reading = read(document)
    expect(reading.problems).toEqual([])
    const converted = JSON.stringify(reading.document.root)
    const { judge, paths } = createJudge(converted)
    for (const { id, method, path } of reading.operations)
      for (const seed of [1, 2, 3, 4]) {
        const { built, base } = tryRequest(reading.action(id), reading.head, seed)
        const pathItem = paths[path] as JsonObject
        const operation = pathItem[method.toLowerCase()] as JsonObject
        expect(`${id}: ${judge({ method, path, pathItem, operation }, built, base)}`).toBe(`${id}: null`)
      }
  })
})

describe('ids and titles', () => {
  it('come from the operation, otherwise from method and path', () => {
    const reading = read(
      minimal({
        '/users/{id}': { get: { operationId: 'users.getUserByID' }, delete: {} },
        '/a': { get: { operationId: 'same' }, post: { operationId: 'Same', summary: 'Creates a thing.' } },
        '/b': { get: { operationId: 'x'.repeat(100) } },
      }),
    )
    const ids = reading.operations.map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(['users_get_user_by_id', 'delete_users_id'])
    expect(ids.slice(2, 4).every((id) => /^same_[a-z0-9]{7}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(60)
    expect(reading.operations.map(({ title }) => title)).toContain('Create a thing')
  })

  it('stay the same when the document is put in another order', () => {
    const paths = { '/a': { get: { operationId: 'same' } }, '/b': { get: { operationId: 'same' } } }
    const turned = Object.fromEntries(Object.entries(paths).reverse())
    const byPath = (reading: OpenApiReading) => new Map(reading.operations.map(({ path, id }) => [path, id]))
    expect(byPath(read(minimal(turned))).get('/b')).toBe(byPath(read(minimal(paths))).get('/b'))
  })
})

describe('effects', () => {
  it.each([
    ['get', '/users', 'listUsers', 'read'],
    ['post', '/users/search', 'searchUsers', 'read'],
    ['post', '/users', 'createUser', 'write'],
    ['post', '/chat.delete', 'chat_delete', 'write'],
    ['post', '/files/{id}/delete', 'files.delete', 'destructive'],
    ['delete', '/users/{id}', 'anything', 'destructive'],
    ['get', '/', 'GET_TerminateInstances', 'destructive'],
    ['get', '/', 'GET_CreateInstances', 'write'],
  ])('of %s %s %s are %s', (method, path, operationId, effect) => {
    const [one] = read(minimal({ [path]: { [method]: { operationId } } })).operations
    // `chat_delete` names the thing first, but its path ends in what is done.
    expect(one?.effect).toBe(operationId === 'chat_delete' ? 'destructive' : effect)
  })
})

describe('inputs', () => {
  it('are flat; a name that is used twice is told apart by its place', () => {
    const body = {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'integer' }, at: { type: 'string', readOnly: true } },
          },
        },
      },
    }
    const reading = read(
      minimal({
        '/users/{id}': {
          put: { parameters: [{ in: 'query', name: 'filter[name]', schema: { type: 'string' } }], requestBody: body },
        },
      }),
    )
    const [{ id = '' } = {}] = reading.operations
    expect(Object.keys(propertiesOf(reading, id))).toEqual(['id', 'filter_name', 'body_id'])
    expect(reading.action(id).input.required).toEqual(['id', 'body_id'])
    expect(callOf(reading, id).parts).toEqual([
      { key: 'id', in: 'path', name: 'id' },
      { key: 'filter_name', in: 'query', name: 'filter[name]' },
      { key: 'body_id', in: 'body', name: 'id' },
    ])
  })

  it('have null, bounds and files as JSON Schema 2020-12 has them', () => {
    const properties = {
      a: { type: 'string', nullable: true, enum: ['x'] },
      b: { type: 'integer', minimum: 0, exclusiveMinimum: true },
      c: { type: 'string', pattern: '^(?=x)a' },
      d: { type: 'string', pattern: '^[a-z\\_]+\\-\\d$' },
    }
    const reading = read(
      minimal({
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          },
        },
      }),
    )
    expect(propertiesOf(reading, 'a')).toEqual({
      a: { type: ['string', 'null'], enum: ['x', null] },
      b: { type: 'integer', exclusiveMinimum: 0 },
      c: { type: 'string' },
      d: { type: 'string', pattern: '^[a-z_]+-\\d$' },
    })
  })

  it('leave out what signing in sends', () => {
    const reading = read(
      minimal(
        {
          '/a': {
            get: {
              operationId: 'a',
              parameters: [
                { in: 'header', name: 'x-key', required: true, schema: {} },
                { in: 'header', name: 'Authorization', schema: {} },
              ],
            },
          },
        },
        { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
      ),
    )
    expect(propertiesOf(reading, 'a')).toEqual({})
    expect(reading.head.sign_in).toMatchObject([{ type: 'fields', placement: { headers: { 'X-Key': '{x_key}' } } }])
  })
})

describe('signing in', () => {
  it('asks for everything that is needed together at once', () => {
    const schemes = {
      id: { type: 'apiKey', in: 'header', name: 'X-Id' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
    }
    const reading = read(
      minimal({ '/a': { get: {} } }, { security: [{ id: [], key: [] }], components: { securitySchemes: schemes } }),
    )
    expect(reading.head.sign_in).toMatchObject([
      { type: 'fields', placement: { headers: { 'X-Id': '{x_id}' }, query: { key: '{key}' } } },
    ])
  })

  it('never goes to an address without encryption', () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: 'http://login.example.com/a',
        tokenUrl: 'https://login.example.com/t',
        scopes: {},
      },
    }
    const reading = read(
      minimal({ '/a': { get: {} } }, { components: { securitySchemes: { o: { type: 'oauth2', flows } } } }),
    )
    expect(reading.head.sign_in.filter(({ type }) => type === 'oauth2')).toEqual([])
  })
})

describe('documents made to hurt', () => {
  const cyclic = { openapi: '3.0.0', info: {}, servers: [{ url: 'https://a.example' }] }

  it('with cycles of references are read', () => {
    const node = {
      type: 'object',
      properties: {
        child: { $ref: '#/components/schemas/Node' },
        all: { allOf: [{ $ref: '#/components/schemas/Node' }] },
      },
    }
    const loop = { $ref: '#/components/schemas/Loop' }
    const reading = read({
      ...cyclic,
      components: { schemas: { Node: node, Loop: loop } },
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
          },
        },
        '/b': { post: { operationId: 'b', requestBody: { content: { 'application/json': { schema: loop } } } } },
      },
    })
    expect(Object.keys(propertiesOf(reading, 'a'))).toEqual(['child', 'all'])
    expect(refusal(() => reading.action('b')).code).toBe('reference_cyclic')
    expect(reading.connector().actions.map(({ id }) => id)).toEqual(['a'])
    expect(reading.problems.map(({ code }) => code)).toEqual(['reference_cyclic'])
  })

  it('with a reference elsewhere refuse that operation by name and place, and fetch nothing', () => {
    const schema = { $ref: 'http://169.254.169.254/latest/meta-data' }
    const reading = read(
      minimal({
        '/a': { post: { operationId: 'a', requestBody: { content: { 'application/json': { schema } } } } },
        '/b': { get: { operationId: 'b' } },
        '/c': { $ref: 'https://evil.example/paths.json' },
      }),
    )
    expect(refusal(() => reading.action('a'))).toEqual({
      code: 'reference_remote',
      pointer: '/paths/~1a/post/requestBody/content/application~1json/schema/$ref',
    })
    expect(reading.connector().actions.map(({ id }) => id)).toEqual(['b'])
    expect(reading.problems.map(({ code, pointer }) => [code, pointer.slice(0, 11)])).toEqual([
      ['reference_remote', '/paths/~1c/'],
      ['reference_remote', '/paths/~1a/'],
    ])
  })

  it.each<[string, string, string]>([
    ['nothing', '', 'document_unreadable'],
    ['a list', '[]', 'document_unreadable'],
    ['half of a document', '{"openapi": "3.0.0", "paths": {', 'document_unreadable'],
    ['something else', '{"hello": 1}', 'document_not_openapi'],
    ['another version', '{"openapi": "2.5"}', 'version_unsupported'],
    ['Swagger 1', '{"swagger": "1.2"}', 'version_unsupported'],
    ['no operations', JSON.stringify(minimal({})), 'operations_missing'],
    ['no address', JSON.stringify({ ...minimal({ '/a': { get: {} } }), servers: [] }), 'server_missing'],
    [
      'an address with a password',
      JSON.stringify(minimal({ '/a': { get: {} } }, { servers: [{ url: 'https://u:p@a.example' }] })),
      'server_invalid',
    ],
    ['deep JSON', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'document_too_deep'],
    ['deep YAML', `a: ${'['.repeat(20_000)}`, 'document_too_deep'],
    ['a deep row of lists in YAML', '- '.repeat(20_000), 'document_unreadable'],
    ['50 MB and more', `{"a":"${'x'.repeat(53_000_000)}"}`, 'document_too_large'],
    ['large YAML', `a: ${'x'.repeat(6_000_000)}`, 'document_too_large'],
  ])('with %s are refused by name', (_name, text, code) => {
    expect(refusal(() => readOpenApi(text)).code).toBe(code)
  })

  it('as YAML bombs are refused', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
    )
    expect(refusal(() => readOpenApi(['l0: &l0 [lol]', ...levels].join('\n'))).code).toBe('document_unreadable')
  })

  it('with 5,000 operations are read in time, each action by itself', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [
        `S${n}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 20 }, (_, p) => [`p${p}`, { $ref: `#/components/schemas/S${(n * 7 + p) % 500}` }]),
          ),
        },
      ]),
    )
    const paths = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [
        `/p${n}/{id}`,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${n % 500}` } } } },
          },
        },
      ]),
    )
    const reading = read(minimal(paths, { components: { schemas } }))
    expect(reading.operations).toHaveLength(5_000)
    const action = reading.action(reading.operations[4_999]?.id ?? '')
    expect(JSON.stringify(action).length).toBeLessThan(200_000)
  })

  it('with names of prototypes change nothing', () => {
    const text = JSON.stringify(
      minimal({
        '/a': {
          post: {
            operationId: 'a',
            parameters: [{ in: 'query', name: 'constructor', schema: {} }],
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', properties: { x: {} }, required: ['proto'] } },
              },
            },
          },
        },
      }),
    )
      .replaceAll('"x"', '"__proto__": {"type": "object", "default": {"polluted": true}}, "x"')
      .replaceAll('"proto"', '"__proto__"')
    const reading = readOpenApi(text)
    expect(Object.keys(propertiesOf(reading, 'a'))).toEqual(['x'])
    expect(reading.action('a').input.required ?? []).toEqual([])
    expect(reading.problems.map(({ code }) => code)).toEqual(['reserved_name'])
    expect(({} as { polluted?: Json }).polluted).toBeUndefined()
  })

  it('with wrong kinds everywhere are read as far as they go', () => {
    const odd: Json[] = [
      null,
      7,
      'x',
      [],
      {},
      [null],
      { $ref: 7 },
      { type: 'strange', properties: [], required: true, enum: 'a', items: 3 },
    ]
    for (const one of odd) {
      const document = minimal(
        {
          '/a': {
            get: {
              operationId: 'a',
              parameters: one,
              requestBody: one,
              responses: one,
              tags: one,
              security: one,
              summary: one,
            },
          },
          '/b': one,
        },
        { components: { schemas: one, securitySchemes: one, parameters: one }, security: one, tags: one },
      )
      expect(
        read(document)
          .connector()
          .actions.map(({ id }) => id),
      ).toContain('a')
      const body = { content: { 'application/json': { schema: one, example: one, examples: one } } }
      const inner = minimal({
        '/a': {
          post: {
            operationId: 'a',
            parameters: [{ in: 'query', name: 'q', schema: one }],
            requestBody: body,
            responses: { 200: body },
          },
        },
      })
      expect(
        read(inner)
          .connector()
          .actions.map(({ id }) => id),
      ).toEqual(['a'])
    }
  })
})
