/** Completes the OpenAPI document that Fastify's schemas give: unique names, security, error answers and texts. */
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { takesIdempotencyKey } from '#contract/idempotency.ts'
import { errorExamples, errorResponses } from './openapi-errors.ts'
import { securityOf } from './openapi-security.ts'

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
  summary?: string
  description?: string
  parameters?: OpenApiParameter[]
  requestBody?: { description?: string; content: Record<string, { schema?: object; example?: unknown }> }
  responses: Record<string, Response>
  security?: object[]
  'x-alias-of'?: string
}

export interface OpenApiDocument {
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

function completeOperation(method: string, operation: OpenApiOperation, shared: Record<string, object>): void {
  const name = operation.operationId
  const definition = definitions[name]
  if (definition === undefined) throw new Error(`The OpenAPI document has an operation without an endpoint: ${name}`)
  operation.security = securityOf(name, definition)
  if (takesIdempotencyKey(definition)) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_HEADER]
  delete operation.responses.default
  for (const response of Object.values(operation.responses)) response.description = successText(definition)
  Object.assign(operation.responses, errorResponses(definition, shared))
  // Operation ids are unique in OpenAPI; an endpoint that takes any method is one operation per method.
  if (method !== definition.method.toLowerCase()) {
    operation.operationId = `${name}${capitalised(method)}`
    operation['x-alias-of'] = name
  }
}

/** @param written as the plugin wrote it; it stays as it is, since operations of one route share their objects */
export function completeDocument(written: object): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(written)) as OpenApiDocument
  const responses: Record<string, object> = {}
  for (const methods of Object.values(document.paths))
    for (const [method, operation] of Object.entries(methods)) completeOperation(method, operation, responses)
  Object.assign(document.components, { examples: errorExamples(), responses })
  return document
}
