/**
 * The built web client: hashed assets are cached forever, pages are revalidated, and paths without a page get the right
 * status.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import { languageOfCookies } from '#contract/core/languages.ts'
import { networkOf } from '#server/gateways/network.ts'
import type { Language } from '#shared/language.ts'
import { WORKSPACE_PATH } from '#shared/workspace-address.ts'
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
  !/^\/(?:api|hooks|mcp|scim)\//.test(pathname) &&
  !/\.\w+$/.test(pathname) &&
  (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

const queryOf = (url: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/s.exec(url)?.[1] ?? '')

/** Whose drawings are counted together; null behind a proxy that does not say who asks. */
const visitorOf = (request: FastifyRequest): string | null => {
  const address = addressOf(request)
  return isLoopback(address) ? null : networkOf(address)
}

const languageOf = ({ headers }: FastifyRequest): Language => languageOfCookies(headers.cookie) ?? 'en'

/** The role of who asks with this Cookie header; null for a visitor. */
export type ReadShellRole = (cookie: string) => Promise<Role | null>

/** Longer than this no page waits to know who asks, in ms: the browser finds out as it would for a visitor. */
const LONGEST_ROLE_MS = 300

/** A database that is away makes every page that of a visitor. */
async function roleOf({ headers, log }: FastifyRequest, read: ReadShellRole): Promise<Role | null> {
  if (headers.cookie === undefined) return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LONGEST_ROLE_MS, null)
  })
  const role = read(headers.cookie).catch((error: unknown) => {
    log.warn({ err: error }, 'the reader of a page is not known')
    return null
  })
  return Promise.race([role, late]).finally(() => clearTimeout(timer))
}

export interface WebOptions extends PagesOptions {
  readShellRole: ReadShellRole
}

/** @param root the folder of the built client; null or absent serves the API alone */
export async function serveWeb(app: FastifyInstance, root: string | null, options: WebOptions): Promise<void> {
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
    const within = WORKSPACE_PATH.exec(pathname)
    // Its links lead to other addresses than those of drawn pages: the browser makes it.
    if (within !== null)
      return sendPage(request, reply, pages.plain(pathname.slice(within[0].length) || '/', languageOf(request)))
    const role = await roleOf(request, options.readShellRole)
    const reader = { role, language: languageOf(request), visitor: visitorOf(request) }
    return sendPage(request, reply, await pages.at(pathname, queryOf(request.url), reader))
  })
}
