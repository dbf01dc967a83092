/** The built web client: hashed assets for ever, the page itself never, and the right status for a path that is no page. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { pageAt } from '#contract/pages.ts'
import { answerError } from './errors.ts'

const HASHED = /\/assets\/[^/]+-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/

const lifetimeOf = (path: string): string => {
  if (/index\.html(?:\.\w+)?$/.test(path)) return 'no-cache'
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

const wantsPage = (request: FastifyRequest, pathname: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|hooks)\//.test(pathname) &&
  !/\.\w+$/.test(pathname) &&
  (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

/** @param root the folder of the built client; null or absent serves the API alone */
export async function serveWeb(app: FastifyInstance, root: string | null): Promise<void> {
  const built = root !== null && existsSync(join(root, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', lifetimeOf(path))
      },
    })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.replace(/[?#].*$/s, '')
    if (!built || !wantsPage(request, pathname)) return answerError(new AppError('not_found'), request, reply)
    return reply.code(pageAt(pathname)?.served ? 200 : 404).sendFile('index.html', { cacheControl: false })
  })
}
