import { describe, expect, it } from 'vitest'
import { accessWords, listOperations, type OpenApi, searchOperations } from './openapi.ts'
import { buildExample, limitWords, schemaFields, schemaShapes, typeWords } from './schema-words.ts'
import { fetchOf, toCurl } from './snippets.ts'
import { groupByTopic } from './topics.ts'

const envelope = (data: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties: { data, status: { type: 'object' } } } } },
})
const document: OpenApi = {
  paths: {
    '/api/v1/things/{id}': {
      put: {
        operationId: 'updateThing',
        summary: 'Change a thing',
        tags: ['things'],
        'x-access': { type: 'permission', permission: 'things.write' },
        'x-errors': ['not_found'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 120 },
                  inner: { $ref: '#/components/schemas/Tree' },
                  note: { type: 'string' },
                },
                required: ['name'],
              },
            },
          },
        },
        responses: { 201: envelope({ type: 'object', properties: { id: { type: 'string' } } }), '4xx': {} },
      },
      get: {
        operationId: 'getThing',
        tags: ['things'],
        responses: { 200: { content: { 'text/event-stream': { schema: { type: 'object' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    },
  },
}
const operations = listOperations(document)
const [get, put] = operations

describe('listOperations', () => {
  it('reads what an endpoint takes and how it answers', () => {
    expect(operations.map(({ name }) => name)).toEqual(['getThing', 'updateThing'])
    expect(get?.answer.how).toBe('stream')
    expect(put).toMatchObject({ method: 'PUT', group: 'things', errors: ['not_found'] })
    expect(put?.answer).toMatchObject({ status: '201', how: 'envelope', schema: { properties: { id: {} } } })
    expect(put && accessWords(put.access)).toBe('Anyone with things.write')
  })
  it('is searched by all words, in any order', () => {
    const found = (search: string) => searchOperations(operations, search).map(({ name }) => name)
    expect(found('thing change')).toEqual(['updateThing'])
    expect(found('PUT')).toEqual(['updateThing'])
    expect(found('nothing else')).toEqual([])
    expect(found('')).toHaveLength(2)
  })
})

describe('schemas', () => {
  it('are told in words', () => {
    expect(typeWords({ anyOf: [{ type: 'string' }, { type: 'null' }] }, document)).toBe('string or null')
    expect(typeWords({ type: 'array', items: { enum: ['a', 'b'] } }, document)).toBe('list of "a" or "b"')
    expect(typeWords({}, document)).toBe('any JSON')
    expect(limitWords({ minimum: 1, maximum: 100, default: 25 })).toBe('1 to 100, default 25')
    expect(limitWords({ minimum: -9007199254740991, maximum: 9007199254740991 })).toBe('')
  })
  it('that hold themselves come to an end', () => {
    const tree = { $ref: '#/components/schemas/Tree' }
    expect(schemaFields(tree, document).map(({ name }) => name)).toEqual(['children'])
    expect(() => buildExample(tree, document)).not.toThrow()
    expect(typeWords(tree, document)).toBe('object')
  })
  it('of several shapes are told apart', () => {
    const shape = (name: string) => ({ type: 'object', properties: { [name]: { const: name } } })
    expect(schemaShapes({ oneOf: [shape('a'), shape('b')] }, document)).toHaveLength(2)
    expect(schemaShapes({ anyOf: [shape('a'), { type: 'null' }] }, document)).toHaveLength(0)
  })
})

describe('snippets', () => {
  it('make the call with what it must have', () => {
    if (!put) throw new Error('no operation')
    expect(toCurl(put, document, 'https://here')).toBe(
      `curl -s -X PUT 'https://here/api/v1/things/01890000-0000-7000-8000-000000000000' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"name"}'`,
    )
    expect(fetchOf(put, document, 'https://here')).toContain("method: 'PUT'")
  })
})

it('puts operations under what a programmer does, and those of admins last', () => {
  const at = (path: string) => ({ path }) as Parameters<typeof groupByTopic>[0][number]
  const paths = [
    '/api/v1/admin/disputes',
    '/api/v1/agents/{id}/execute',
    '/api/v1/agents',
    '/api/v1/executions/{id}',
    '/api/v1/services/{id}/execute',
    '/api/v1/user-management/users/{id}/block',
    '/api/v1/knowledge/{id}/search',
    '/api/v1/payments/create-order',
    '/health',
    '/api/auth/sign-in/email',
  ]
  expect(groupByTopic(paths.map(at)).map(({ title, operations }) => [title, operations.length])).toEqual([
    ['Run agents', 2],
    ['Read results', 1],
    ['Knowledge and data', 1],
    ['Marketplace', 1],
    ['Billing', 1],
    ['Account', 1],
    ['Platform', 1],
    ['Administration', 2],
  ])
})
