/** Completes the OpenAPI document that Fastify's schemas give: unique names, security, error answers and texts. */
import { api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { takesIdempotencyKey } from '#contract/core/idempotency.ts'
import { BODY_EXAMPLES } from '#contract/reference/examples.ts'
import { parameterText, REFERENCE } from '#contract/reference/reference.ts'
import { errorExamples, errorResponses } from './error-answers.ts'
import { type ExampleSchema, type ExampleSchemas, exampleOf } from './examples.ts'
import { securityOf } from './security-schemes.ts'

export interface OpenApiParameter {
  name: string
  in: string
  description?: string
  example?: unknown
  schema?: object
}

interface Response {
  description: string
  content?: Record<string, { schema?: object; example?: unknown; examples?: object }>
}

export interface OpenApiOperation {
  operationId: string
  /** The area that it is listed in, alone. */
  tags: string[]
  summary?: string
  description?: string
  parameters?: OpenApiParameter[]
  requestBody?: { description?: string; content: Record<string, { schema?: object; example?: unknown }> }
  responses: Record<string, Response>
  security?: object[]
  'x-alias-of'?: string
}

export interface OpenApiDocument {
  info: { title: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas?: Record<string, object> }
}

const IDEMPOTENCY_HEADER: OpenApiParameter & { required: boolean } = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat: for 24 hours the same key with the same body returns the first answer, and nothing happens twice.',
  example: '5f0c9a52-2d0e-4f3c-9c1e-0b8f7a2d6e11',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const definitions: Record<string, EndpointDefinition> = api

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What success looks like, for a reader. */
function successText({ answers, success = 200 }: EndpointDefinition): string {
  if (answers === 'file') return 'The file.'
  if (answers === 'stream') return 'A stream of server-sent events.'
  if (success === 201) return 'Created.'
  return success === 202 ? 'Accepted: the work continues after this answer.' : 'Success.'
}

function describeParameter(endpoint: string, parameter: OpenApiParameter): void {
  const text = parameterText(endpoint, parameter.name)
  if (text === undefined) return
  const {
    enum: options,
    const: only,
    anyOf,
    maximum = Number.MAX_SAFE_INTEGER,
  } = (parameter.schema ?? {}) as ExampleSchema
  parameter.description = text[0]
  // The example of a name does not fit every list of options and every limit.
  const isOther = (options !== undefined && !options.includes(text[1])) || (only !== undefined && only !== text[1])
  if (isOther && !anyOf) parameter.example = only ?? options?.[0]
  else parameter.example = typeof text[1] === 'number' ? Math.min(text[1], maximum) : text[1]
}

/** An example of the body and of the answer, so that a reader sees the shape at once. */
function addExamples({ operationId, requestBody, responses }: OpenApiOperation, schemas: ExampleSchemas): void {
  const body = requestBody?.content['application/json']
  if (body) body.example = BODY_EXAMPLES[operationId as EndpointName]
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  for (const content of contents.flatMap((one) => Object.entries(one ?? {}))) {
    const [type, media] = content
    if (type === 'application/json' && media.schema) media.example ??= exampleOf(media.schema as ExampleSchema, schemas)
  }
}

function completeOperation(
  method: string,
  operation: OpenApiOperation,
  shared: Record<string, object>,
  schemas: ExampleSchemas,
): void {
  const name = operation.operationId
  const definition = definitions[name]
  if (definition === undefined) throw new Error(`The OpenAPI document has an operation without an endpoint: ${name}`)
  const [summary, description] = REFERENCE[name as EndpointName]
  Object.assign(operation, { summary, description })
  for (const parameter of operation.parameters ?? []) describeParameter(name, parameter)
  delete operation.responses.default
  addExamples(operation, schemas)
  operation.security = securityOf(name, definition)
  if (takesIdempotencyKey(definition)) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_HEADER]
  for (const response of Object.values(operation.responses)) response.description = successText(definition)
  Object.assign(operation.responses, errorResponses(definition, shared))
  // Operation ids are unique in OpenAPI; an endpoint that takes any method is one operation per method.
  if (method !== definition.method.toLowerCase()) {
    operation.operationId = `${name}${capitalised(method)}`
    operation['x-alias-of'] = name
  }
}

const COMPONENTS = '#/components/'

/** @returns of the components that a part of the document refers to, and that these refer to, kind and name: `schemas/Agent` */
export function findReferences(
  part: unknown,
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  found = new Set<string>(),
): Set<string> {
  JSON.stringify(part, (key, value) => {
    const name = key === '$ref' && String(value).startsWith(COMPONENTS) ? String(value).slice(COMPONENTS.length) : null
    if (name !== null && !found.has(name)) {
      found.add(name)
      const [kind = '', of = ''] = name.split('/')
      findReferences(components[kind]?.[of], components, found)
    }
    return value
  })
  return found
}

/** The plugin writes every named schema twice, for requests and for answers. @returns those that something refers to */
function usedSchemas(document: OpenApiDocument): Record<string, object> {
  const { schemas = {}, ...components } = document.components
  const used = findReferences([document.paths, components], { schemas })
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(`schemas/${name}`)))
}

/** @param written as the plugin wrote it; it stays as it is, since operations of one route share their objects */
export function completeDocument(written: object): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(written)) as OpenApiDocument
  const responses: Record<string, object> = {}
  const schemas = (document.components.schemas ?? {}) as ExampleSchemas
  for (const methods of Object.values(document.paths))
    for (const [method, operation] of Object.entries(methods)) completeOperation(method, operation, responses, schemas)
  Object.assign(document.components, { examples: errorExamples(), responses })
  document.components.schemas = usedSchemas(document)
  return document
}
