/** Google Discovery documents in the shape of OpenAPI 3 (https://developers.google.com/discovery/v1/reference/apis). */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { isReserved, own, textOf } from './document.ts'

const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth'
const TOKEN = 'https://oauth2.googleapis.com/token'

export function fromDiscovery(root: JsonObject): JsonObject {
  const schemas = own(root, 'schemas')
  const scopes = own(own(own(root, 'auth'), 'oauth2'), 'scopes')
  const paths: Record<string, JsonObject> = Object.create(null)
  for (const method of methodsIn(root, 0)) addMethod(paths, method)
  return {
    openapi: '3.0.3',
    info: {
      title: textOf(own(root, 'title')) || textOf(own(root, 'name')),
      description: textOf(own(root, 'description')),
      version: textOf(own(root, 'version')),
      contact: { name: textOf(own(root, 'ownerName')) },
    },
    externalDocs: { url: textOf(own(root, 'documentationLink')) },
    servers: [{ url: textOf(own(root, 'rootUrl')) + textOf(own(root, 'servicePath')) || textOf(own(root, 'baseUrl')) }],
    paths: { ...paths },
    components: {
      schemas: isObject(schemas)
        ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema)]))
        : {},
      ...(isObject(scopes) ? { securitySchemes: { google: signInOf(scopes) } } : {}),
    },
  }
}

function signInOf(scopes: JsonObject): JsonObject {
  const titles = Object.entries(scopes).map(([name, scope]) => [name, textOf(own(scope, 'description'))])
  return {
    type: 'oauth2',
    flows: { authorizationCode: { authorizationUrl: AUTHORIZE, tokenUrl: TOKEN, scopes: Object.fromEntries(titles) } },
  }
}

function methodsIn(holder: JsonObject, depth: number): JsonObject[] {
  const methods = own(holder, 'methods')
  const resources = own(holder, 'resources')
  const here = isObject(methods) ? Object.values(methods).filter(isObject) : []
  const inner = isObject(resources) && depth < 20 ? Object.values(resources).filter(isObject) : []
  return [...here, ...inner.flatMap((resource) => methodsIn(resource, depth + 1))]
}

function addMethod(paths: Record<string, JsonObject>, method: JsonObject): void {
  const written = textOf(own(method, 'path'))
  // `{+name}` is a path within the path.
  const path = `/${written.replace(/^\/+/, '').replace(/\{\+/g, '{')}`
  const reserved = new Set([...written.matchAll(/\{\+([^{}]+)\}/g)].map(([, name]) => name ?? ''))
  const id = textOf(own(method, 'id'))
  const verb = textOf(own(method, 'httpMethod')).toLowerCase()
  const given = own(method, 'parameters')
  const parameters = isObject(given)
    ? Object.entries(given).map(([name, parameter]) => parameterOf(name, parameter, reserved.has(name)))
    : []
  const scopes = own(method, 'scopes')
  const request = own(method, 'request')
  const response = own(method, 'response')
  const operation: JsonObject = {
    operationId: id,
    description: textOf(own(method, 'description')),
    tags: id.split('.').slice(1, -1).slice(-1),
    parameters,
    security: Array.isArray(scopes) ? scopes.map((scope) => ({ google: [scope] })) : [],
    ...(request === undefined ? {} : { requestBody: { content: contentOf(request) } }),
    responses: { '200': { description: '', ...(response === undefined ? {} : { content: contentOf(response) }) } },
  }
  const known = paths[path] ?? {}
  if (!isReserved(path) && !Object.hasOwn(known, verb)) paths[path] = { ...known, [verb]: operation }
}

const contentOf = (schema: Json): JsonObject => ({ 'application/json': { schema: schemaOf(schema) } })

function parameterOf(name: string, parameter: Json, reserved: boolean): JsonObject {
  const repeated = own(parameter, 'repeated') === true
  const schema = schemaOf(parameter)
  return {
    name,
    in: textOf(own(parameter, 'location')),
    required: own(parameter, 'required') === true,
    description: textOf(own(parameter, 'description')),
    schema: repeated ? { type: 'array', items: schema } : schema,
    ...(reserved ? { allowReserved: true } : {}),
  }
}

/** References name a schema without a path; `any` is any type; `required` of a schema is a mark of a field there. */
function schemaOf(schema: Json): Json {
  if (!isObject(schema)) return {}
  const ref = own(schema, '$ref')
  if (typeof ref === 'string') return { $ref: `#/components/schemas/${ref}`, ...described(schema) }
  const { properties, items, additionalProperties, type, readOnly, format, pattern, minimum, maximum } = schema
  const choices = own(schema, 'enum')
  return {
    ...described(schema),
    ...(typeof type === 'string' && type !== 'any' ? { type } : {}),
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
    ...(type === 'string' ? {} : bounds(minimum, maximum)),
    ...(Array.isArray(choices) ? { enum: choices } : {}),
    ...(readOnly === true ? { readOnly } : {}),
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, schemaOf(inner)])) }
      : {}),
    ...(isObject(items) ? { items: schemaOf(items) } : {}),
    ...(isObject(additionalProperties) ? { additionalProperties: schemaOf(additionalProperties) } : {}),
  }
}

const described = (schema: JsonObject): JsonObject => {
  const description = textOf(own(schema, 'description'))
  return description === '' ? {} : { description }
}

/** Written as texts. */
function bounds(minimum: Json | undefined, maximum: Json | undefined): JsonObject {
  const [low, high] = [minimum, maximum].map((bound) => (typeof bound === 'string' ? Number(bound) : Number.NaN))
  return {
    ...(Number.isFinite(low) ? { minimum: low ?? null } : {}),
    ...(Number.isFinite(high) ? { maximum: high ?? null } : {}),
  }
}
