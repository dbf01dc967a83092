/** The built web client: hashed assets for ever, the page itself never, and the right status for a path that is no page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { pageAt } from '#contract/pages.ts'
import { answerError } from './errors.ts'

const HASHED = /\/assets\/[^/]+-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/

const lifetimeOf = (path: string): string => {
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
}

const wantsPage = (request: FastifyRequest, pathname: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(?:api|hooks)\//.test(pathname) &&
  !/\.\w+$/.test(pathname) &&
  (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** The page with the installation's name in its title and in the meta element that the client reads it from. */
function branded(file: string, brand: string): string {
  const name = escaped(brand)
  return readFileSync(file, 'utf8')
    .replace(/(<meta name="brand" content=")[^"]*/, (_, start: string) => start + name)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
}

/**
 * @param root the folder of the built client; null or absent serves the API alone
 * @param brand the installation's name
 */
export async function serveWeb(app: FastifyInstance, root: string | null, brand: string): Promise<void> {
  const index = root === null ? '' : join(root, 'index.html')
  const page = root !== null && existsSync(index) ? branded(index, brand) : null
  if (root !== null && page !== null)
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
    if (page === null || !wantsPage(request, pathname)) return answerError(new AppError('not_found'), request, reply)
    return reply
      .code(pageAt(pathname)?.served ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
