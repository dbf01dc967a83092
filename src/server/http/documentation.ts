/** OpenAPI 3.1 at /openapi.json, written from the contract, and a page to browse it at /docs. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

export async function document(app: FastifyInstance, { title, version }: { title: string; version: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: 'Every answer but health, files and streams wears the envelope.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { url: '/openapi.json', docExpansion: 'list', persistAuthorization: false },
  })
  app.get('/openapi.json', { schema: { hide: true } as object }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
}
