/**
 * The built web client: hashed assets are cached forever, pages are revalidated, and paths without a page get the right
 * status.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import { networkOf } from '#server/gateways/network.ts'
import { answerError } from './errors.ts'
import { sendPage } from './pages/encoded.ts'
import { createPages, type PagesOptions } from './pages/pages.ts'
import { addressOf, isLoopback } from './session.ts'

const HASHED = /\/assets\/[^/]+-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/

const lifetimeOf = (path: string): string => {
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

const wantsPage = (request: FastifyRequest, pathname: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|hooks|mcp)\//.test(pathname) &&
  !/\.\w+$/.test(pathname) &&
  (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

const queryOf = (url: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/s.exec(url)?.[1] ?? '')

/** Whose drawings are counted together; null behind a proxy that does not say who asks. */
const visitorOf = (request: FastifyRequest): string | null => {
  const address = addressOf(request)
  return isLoopback(address) ? null : networkOf(address)
}

/** @param root the folder of the built client; null or absent serves the API alone */
export async function serveWeb(app: FastifyInstance, root: string | null, options: PagesOptions): Promise<void> {
  const pages = root !== null && existsSync(join(root, 'index.html')) ? await createPages(app, root, options) : null
  if (root !== null && pages !== null)
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
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.replace(/[?#].*$/s, '')
    if (pages === null || !wantsPage(request, pathname)) return answerError(new AppError('not_found'), request, reply)
    return sendPage(request, reply, await pages.at(pathname, queryOf(request.url), visitorOf(request)))
  })
}
