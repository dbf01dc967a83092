/** Swagger 2 in the shape of OpenAPI 3. Only what differs is made; schemas stay where they are and are read as they are. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { own, textOf } from './document.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'head', 'patch', 'options']

export function fromSwagger(root: JsonObject): JsonObject {
  const paths = own(root, 'paths')
  const definitions = own(root, 'securityDefinitions')
  return {
    ...root,
    openapi: '3.0.3',
    servers: serversOf(root),
    components: {
      securitySchemes: isObject(definitions) ? mapValues(definitions, schemeOf) : {},
    },
    paths: isObject(paths) ? mapValues(paths, (item) => pathOf(root, item)) : {},
  }
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

function serversOf(root: JsonObject): Json[] {
  const host = textOf(own(root, 'host'))
  const base = textOf(own(root, 'basePath'))
  const schemes = own(root, 'schemes')
  const scheme = Array.isArray(schemes) && !schemes.includes('https') && schemes.includes('http') ? 'http' : 'https'
  return [
    {
      url: host === '' ? base || '/' : `${scheme}://${host}${base.startsWith('/') || base === '' ? base : `/${base}`}`,
    },
  ]
}

function pathOf(root: JsonObject, item: Json): Json {
  if (!isObject(item)) return item
  const shared = own(item, 'parameters')
  const bodies = Array.isArray(shared) ? shared.filter((one) => isInBody(root, one)) : []
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      METHODS.includes(name) && isObject(value) ? operationOf(root, value, bodies) : value,
    ]),
  )
}

/** Follows one reference, which is all that Swagger 2 allows for parameters. */
function parameterOf(root: JsonObject, parameter: Json): Json {
  const ref = own(parameter, '$ref')
  if (typeof ref !== 'string' || !ref.startsWith('#/parameters/')) return parameter
  return own(own(root, 'parameters'), ref.slice('#/parameters/'.length)) ?? parameter
}

const isInBody = (root: JsonObject, parameter: Json): boolean =>
  ['body', 'formData'].includes(textOf(own(parameterOf(root, parameter), 'in')))

function operationOf(root: JsonObject, operation: JsonObject, shared: readonly Json[]): JsonObject {
  const given = own(operation, 'parameters')
  const parameters = Array.isArray(given) ? given : []
  const inBody = [...shared, ...parameters.filter((one) => isInBody(root, one))].map((one) => parameterOf(root, one))
  const consumes = typesIn(own(operation, 'consumes') ?? own(root, 'consumes'))
  const produces = typesIn(own(operation, 'produces') ?? own(root, 'produces'))
  const responses = own(operation, 'responses')
  const body = bodyOf(inBody, consumes)
  return {
    ...operation,
    parameters: parameters.filter((one) => !isInBody(root, one)),
    ...(body ? { requestBody: body } : {}),
    responses: isObject(responses) ? mapValues(responses, (one) => responseOf(root, one, produces)) : {},
  }
}

function typesIn(value: Json | undefined): string[] {
  const types = Array.isArray(value) ? value.filter((type) => typeof type === 'string') : []
  return types.length > 0 ? types : ['application/json']
}

function bodyOf(parameters: readonly Json[], consumes: readonly string[]): Json | null {
  const body = parameters.find((one) => own(one, 'in') === 'body')
  if (body !== undefined) {
    const media: Json = { schema: own(body, 'schema') ?? {} }
    return {
      description: own(body, 'description') ?? '',
      required: own(body, 'required') === true,
      content: Object.fromEntries(consumes.map((type) => [type, media])),
    }
  }
  const fields = parameters.filter(isObject)
  if (fields.length === 0) return null
  const hasFile = fields.some((one) => own(one, 'type') === 'file')
  const type =
    hasFile || consumes.includes('multipart/form-data') ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const required = fields.filter((one) => own(one, 'required') === true).map((one) => own(one, 'name') ?? '')
  const properties = Object.fromEntries(
    fields.map((one) => [
      textOf(own(one, 'name')),
      Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'required')),
    ]),
  )
  return { required: required.length > 0, content: { [type]: { schema: { type: 'object', properties, required } } } }
}

function responseOf(root: JsonObject, given: Json, produces: readonly string[]): Json {
  const ref = own(given, '$ref')
  const known = typeof ref === 'string' ? own(own(root, 'responses'), ref.slice('#/responses/'.length)) : given
  if (!isObject(known)) return given
  const schema = own(known, 'schema')
  const examples = own(known, 'examples')
  const headers = own(known, 'headers')
  return {
    description: own(known, 'description') ?? '',
    ...(headers === undefined ? {} : { headers }),
    ...(schema === undefined
      ? {}
      : {
          content: Object.fromEntries(
            produces.map((type) => {
              const example = own(examples, type)
              return [type, { schema, ...(example === undefined ? {} : { example }) }]
            }),
          ),
        }),
  }
}

function schemeOf(scheme: Json): Json {
  const type = own(scheme, 'type')
  if (type === 'basic') return { type: 'http', scheme: 'basic', description: own(scheme, 'description') ?? '' }
  if (type !== 'oauth2' || !isObject(scheme)) return scheme
  const names: Record<string, string> = {
    ...{
      accessCode: 'authorizationCode',
      implicit: 'implicit',
      password: 'password',
      application: 'clientCredentials',
    },
  }
  const flow = names[textOf(own(scheme, 'flow'))] ?? 'implicit'
  const { authorizationUrl = '', tokenUrl = '', scopes = {} } = scheme
  return {
    type: 'oauth2',
    description: own(scheme, 'description') ?? '',
    flows: { [flow]: { authorizationUrl, tokenUrl, scopes } },
  }
}
