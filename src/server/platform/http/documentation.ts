/** OpenAPI 3.1 at /openapi.json, written from the contract. The page /api shows it. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope, envelopeOf } from '#contract/core/envelope.ts'
import { NAMED_SCHEMAS } from '#contract/reference/named-schemas.ts'
import { refuseOthersAt } from './methods.ts'
import { completeDocument } from './openapi.ts'
import { SECURITY_SCHEMES } from './openapi-security.ts'

const Binary = z.custom<never>().meta({ type: 'string', format: 'binary' })
const Upload = z.object({ file: Binary })

function successOf({ answers, returns }: EndpointDefinition): unknown {
  if (answers === 'file') return { content: { 'application/octet-stream': { schema: Binary } } }
  if (answers === 'stream') return { content: { 'text/event-stream': { schema: returns } } }
  return answers === 'raw' || answers === 'tools' ? returns : envelopeOf(returns)
}

/** What OpenAPI has no words for: the access rule, and the errors an endpoint may answer besides the usual ones. */
const extensions = ({ access, errors = [] }: EndpointDefinition): object => ({
  'x-access': access,
  'x-errors': errors,
})

/** An endpoint as Fastify's schema. Only the documentation reads it: `serve` validates by the endpoint itself. */
export function schemaOf(name: string, definition: EndpointDefinition): FastifySchema {
  const { params, query, body, consumes, any_method, success = 200 } = definition
  const takes =
    consumes === 'multipart' ? { body: Upload, consumes: ['multipart/form-data'] } : body && !any_method && { body }
  return {
    operationId: name,
    tags: [definition.path.split('/').find((part) => !['', 'api', 'v1'].includes(part)) ?? 'health'],
    ...extensions(definition),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...takes,
    // The error envelope is named here so that it becomes a component; `completeDocument` writes the real error answers.
    response: { [success]: successOf(definition), default: ErrorEnvelope },
  }
}

type Packing = 'br' | 'gzip'

/**
 * Its schemas repeat each other from far away, which the small window of gzip does not see: Brotli takes a third less. It takes its
 * time for that, in a thread that nobody waits for.
 */
const PACKINGS: Record<Packing, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9, memLevel: 9 }),
}
const PREFERRED: readonly Packing[] = ['br', 'gzip']

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
  // Written once, and packed once in each way that is asked for: it is a megabyte, and changes with the name alone.
  let written: { title: string; plain: string } | null = null
  const packed = new Map<Packing, Promise<Buffer>>()
  const plainText = (): string => {
    const name = `${title()} API`
    if (written?.title !== name) {
      const document = completeDocument(app.swagger())
      written = { title: name, plain: JSON.stringify({ ...document, info: { ...document.info, title: name } }) }
      packed.clear()
    }
    return written.plain
  }
  const packedAs = (packing: Packing, text: string): Promise<Buffer> => {
    const known = packed.get(packing) ?? PACKINGS[packing](text)
    packed.set(packing, known)
    return known
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const plain = plainText()
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept, accept-encoding')
      .type('application/json; charset=utf-8')
    const taken = request.headers['accept-encoding'] ?? ''
    const packing = PREFERRED.find((one) => new RegExp(`\\b${one}\\b`).test(taken))
    if (packing === undefined) return reply.send(plain)
    return reply.header('content-encoding', packing).send(await packedAs(packing, plain))
  }
  app.get('/openapi.json', { schema: { hide: true } as object }, answer)
  refuseOthersAt(app, '/openapi.json', new Set(['GET']))
  // The page at the same address is served by whatever no route takes.
  app.addHook('onRequest', async (request, reply) => (asksForDocument(request) ? answer(request, reply) : undefined))
}
