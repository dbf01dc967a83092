/** OpenAPI 3.1, written from the contract: whole at /openapi.json, and in parts below /openapi, which the page /api shows. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope, envelopeOf } from '#contract/core/envelope.ts'
import { AppError } from '#contract/core/errors.ts'
import { NAMED_SCHEMAS } from '#contract/reference/named-schemas.ts'
import { refuseOthersAt } from './methods.ts'
import { completeDocument } from './openapi/document.ts'
import { PackedDescription, PREFERRED_PACKINGS, WHOLE } from './openapi/packed-description.ts'
import { SECURITY_SCHEMES } from './openapi/security-schemes.ts'

const Binary = z.custom<never>().meta({ type: 'string', format: 'binary' })
const Upload = z.object({ file: Binary })

function successOf({ answers, returns }: EndpointDefinition): unknown {
  if (answers === 'file') return { content: { 'application/octet-stream': { schema: Binary } } }
  if (answers === 'stream') return { content: { 'text/event-stream': { schema: returns } } }
  return answers === 'raw' || answers === 'tools' || answers === 'bare' ? returns : envelopeOf(returns)
}

/** What OpenAPI has no words for: the access rule, and the errors an endpoint may answer besides the usual ones. */
const extensions = ({ access, errors = [] }: EndpointDefinition): object => ({
  'x-access': access,
  'x-errors': errors,
})

const areaOf = ({ path }: EndpointDefinition): string =>
  path.startsWith('/v1/') ? 'openai' : (path.split('/').find((part) => !['', 'api', 'v1'].includes(part)) ?? 'health')

/** An endpoint as Fastify's schema. Only the documentation reads it: `serve` validates by the endpoint itself. */
export function schemaOf(name: string, definition: EndpointDefinition): FastifySchema {
  const { params, query, body, consumes, any_method, success = 200 } = definition
  const takes =
    consumes === 'multipart' ? { body: Upload, consumes: ['multipart/form-data'] } : body && !any_method && { body }
  return {
    operationId: name,
    tags: [areaOf(definition)],
    ...extensions(definition),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...takes,
    // The error envelope is named here so that it becomes a component; `completeDocument` writes the real error answers.
    response: { [success]: successOf(definition), default: ErrorEnvelope },
  }
}

export interface Described {
  title: () => string
  version: string
  /** Where programs reach the server; '' when that is not known. */
  publicUrl: string
}

const OVERVIEW = [
  'Find, run and build AI agents. Every JSON answer but health has the same envelope: `data`, `status` and, for failures, `errors`',
  'with one entry per problem (`message`, `field`, `code`).\n\nPrograms send an API key as `Authorization: Bearer chowk_…` or',
  '`X-API-Key: chowk_…`. Send `Idempotency-Key` with a POST to repeat it safely. The guide is at /docs/api.',
].join(' ')

/** Whether a program asks for JSON at the address of the documentation page (specification §7). */
const asksForDocument = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /^\/docs\/?(?:[?#]|$)/.test(url) &&
  /\bapplication\/(?:[\w.+-]+\+)?json\b/.test(headers.accept ?? '') &&
  !/\btext\/html\b/.test(headers.accept ?? '')

// The registry that the transformation of Fastify's schemas reads. Descriptions stay.
for (const [id, schema] of Object.entries(NAMED_SCHEMAS))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

export async function registerDocumentation(app: FastifyInstance, { title, version, publicUrl }: Described) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API', version, description: OVERVIEW },
      servers: [{ url: publicUrl || '/', description: 'This installation' }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  const described = new PackedDescription(
    () => `${title()} API`,
    () => completeDocument(app.swagger()),
  )
  const answerWith = (part: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const packed = await described.part(part)
    if (packed === null) throw new AppError('not_found')
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept, accept-encoding')
      .type('application/json; charset=utf-8')
    const taken = request.headers['accept-encoding'] ?? ''
    const packing = PREFERRED_PACKINGS.find((one) => new RegExp(`\\b${one}\\b`).test(taken))
    if (packing === undefined) return reply.send(await packed.plain())
    return reply.header('content-encoding', packing).send(await packed[packing]())
  }
  const answer = answerWith(WHOLE)
  app.get('/openapi.json', { schema: { hide: true } as object }, answer)
  refuseOthersAt(app, '/openapi.json', new Set(['GET']))
  app.get<{ Params: { file: string } }>('/openapi/:file', { schema: { hide: true } as object }, (request, reply) => {
    const [, part] = /^(.+)\.json$/.exec(request.params.file) ?? []
    if (part === undefined) throw new AppError('not_found')
    return answerWith(part)(request, reply)
  })
  refuseOthersAt(app, '/openapi/{file}', new Set(['GET']))
  // The page at the same address is served by whatever no route takes.
  app.addHook('onRequest', async (request, reply) => (asksForDocument(request) ? answer(request, reply) : undefined))
}
