/** Small documents, one for each thing that real ones do. */
import type { JsonObject } from '#contract/core/primitives.ts'

const head = { info: { title: 'Little', version: '1' }, servers: [{ url: 'https://api.example.com/v1' }] }
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })

export const styles: JsonObject = {
  openapi: '3.0.3',
  ...head,
  paths: {
    '/p/{simple}/{list}/x.{label}': {
      get: {
        operationId: 'styles',
        parameters: [
          { in: 'path', name: 'simple', required: true, schema: { type: 'integer', minimum: 1 } },
          {
            in: 'path',
            name: 'list',
            required: true,
            schema: { type: 'array', minItems: 1, items: { type: 'string', enum: ['a', 'b'] } },
          },
          { in: 'path', name: 'label', required: true, schema: { type: 'string', enum: ['json', 'xml'] } },
          {
            in: 'query',
            name: 'many',
            required: true,
            schema: { type: 'array', minItems: 1, items: { type: 'integer' } },
          },
          {
            in: 'query',
            name: 'packed',
            explode: false,
            schema: { type: 'array', items: { type: 'string', enum: ['x'] } },
          },
          {
            in: 'query',
            name: 'piped',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: { type: 'integer' } },
          },
          {
            in: 'query',
            name: 'deep',
            style: 'deepObject',
            schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
          },
          {
            in: 'query',
            name: 'as-json',
            content: { 'application/json': { schema: { type: 'object', properties: { b: { type: 'boolean' } } } } },
          },
          { in: 'header', name: 'X-When', required: true, schema: { type: 'string', format: 'date-time' } },
          { in: 'header', name: 'X-Only', required: true, schema: { type: 'string', enum: ['v1'] } },
          { in: 'cookie', name: 'theme', required: true, schema: { type: 'string', enum: ['dark'] } },
        ],
        responses: {},
      },
    },
  },
}

export const bodies: JsonObject = {
  openapi: '3.0.0',
  ...head,
  paths: {
    '/flat': {
      post: {
        operationId: 'flat',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/User' }) },
        responses: {},
      },
    },
    '/list': {
      post: {
        operationId: 'list',
        requestBody: { required: true, ...json({ type: 'array', items: { $ref: '#/components/schemas/User' } }) },
        responses: {},
      },
    },
    '/choice': {
      put: {
        operationId: 'choice',
        requestBody: {
          required: true,
          ...json({ oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/User' }] }),
        },
        responses: {},
      },
    },
    '/one-of': {
      patch: {
        operationId: 'one_of',
        requestBody: json({
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
          anyOf: [{ required: ['a'] }, { required: ['b'] }],
        }),
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      User: {
        allOf: [
          {
            type: 'object',
            required: ['id', 'name'],
            properties: {
              id: { type: 'integer', readOnly: true },
              name: { type: 'string', minLength: 3, maxLength: 8 },
            },
          },
          {
            type: 'object',
            properties: {
              age: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 5 },
              manager: { $ref: '#/components/schemas/User' },
              note: { type: 'string', nullable: true },
            },
          },
        ],
      },
    },
  },
}

export const forms: JsonObject = {
  openapi: '3.0.0',
  ...head,
  paths: {
    '/form': {
      post: {
        operationId: 'form',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              encoding: { items: { style: 'deepObject', explode: true } },
              schema: {
                type: 'object',
                required: ['email', 'items'],
                properties: {
                  email: { type: 'string', format: 'email' },
                  items: {
                    type: 'array',
                    minItems: 1,
                    items: { type: 'object', required: ['price'], properties: { price: { type: 'integer' } } },
                  },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
    '/files': {
      post: {
        operationId: 'files',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, title: { type: 'string' } },
              },
            },
          },
        },
        responses: {},
      },
    },
    '/text': {
      post: {
        operationId: 'text',
        requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } },
        responses: {},
      },
    },
    '/bytes': {
      put: { operationId: 'bytes', requestBody: { content: { 'application/octet-stream': {} } }, responses: {} },
    },
  },
}

export const latest: JsonObject = {
  openapi: '3.1.0',
  ...head,
  paths: {
    '/a': {
      post: {
        operationId: 'latest',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/A', description: 'A thing.' }) },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      A: {
        type: 'object',
        required: ['kind', 'pair'],
        properties: {
          kind: { const: 'a' },
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 2, maxItems: 2 },
          size: { type: ['integer', 'null'], exclusiveMinimum: 3 },
          code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
        },
      },
    },
  },
}

export const noIds: JsonObject = {
  openapi: '3.0.0',
  ...head,
  paths: {
    '/users/{id}': { get: { responses: {} }, delete: { responses: {} } },
    '/users': { get: { responses: {} }, post: { responses: {} } },
  },
}

export const swagger: JsonObject = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'api.example.com',
  basePath: '/v2',
  schemes: ['http', 'https'],
  consumes: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, user: { type: 'basic' } },
  parameters: { Limit: { in: 'query', name: 'limit', type: 'integer', minimum: 1, maximum: 5 } },
  definitions: {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, tag: { $ref: '#/definitions/Tag' } },
    },
    Tag: { type: 'string', enum: ['a', 'b'] },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { $ref: '#/parameters/Limit' },
          {
            in: 'query',
            name: 'tags',
            type: 'array',
            items: { type: 'string', enum: ['a'] },
            collectionFormat: 'multi',
            required: true,
          },
        ],
        responses: { 200: { description: '', schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
      },
      post: {
        operationId: 'addPet',
        parameters: [{ in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
        responses: {},
      },
    },
    '/pets/{id}/photo': {
      post: {
        operationId: 'photo',
        consumes: ['multipart/form-data'],
        parameters: [
          { in: 'path', name: 'id', type: 'string', required: true },
          { in: 'formData', name: 'photo', type: 'file', required: true },
          { in: 'formData', name: 'note', type: 'string' },
        ],
        responses: {},
      },
    },
  },
}

export const discovery: JsonObject = {
  kind: 'discovery#restDescription',
  discoveryVersion: 'v1',
  name: 'things',
  version: 'v1',
  title: 'Things API',
  rootUrl: 'https://things.googleapis.com/',
  servicePath: '',
  auth: { oauth2: { scopes: { 'https://www.googleapis.com/auth/things': { description: 'See your things' } } } },
  schemas: {
    Thing: {
      id: 'Thing',
      type: 'object',
      properties: {
        name: { type: 'string' },
        size: { type: 'integer', format: 'int32' },
        parts: { type: 'array', items: { $ref: 'Thing' } },
      },
    },
  },
  resources: {
    things: {
      methods: {
        insert: {
          id: 'things.things.insert',
          path: 'v1/things',
          httpMethod: 'POST',
          request: { $ref: 'Thing' },
          response: { $ref: 'Thing' },
          scopes: ['https://www.googleapis.com/auth/things'],
        },
        get: {
          id: 'things.things.get',
          path: 'v1/{+name}',
          httpMethod: 'GET',
          parameters: {
            name: { type: 'string', required: true, location: 'path' },
            view: { type: 'string', enum: ['FULL', 'BASIC'], repeated: true, location: 'query' },
          },
          response: { $ref: 'Thing' },
        },
      },
    },
  },
}
