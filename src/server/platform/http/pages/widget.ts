/**
 * `/widget/{token}`: the page of a service that is embedded in other sites. Only the sites its owner listed may frame
 * it; it loads its content itself. `/chat/{token}`: the chat page of a service, which nobody may frame.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#contract/platform/brand.ts'
import { WIDGET_POLICY } from '#server/platform/http/security.ts'
import { accentStyle } from '#server/platform/settings/accent.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { type EncodedPage, encodePage, sendPage } from './encoded.ts'
import { escapeHtml } from './escape.ts'

/** The hosts whose pages may show a widget, by its token; null where there is none, or it is off. */
export type WidgetHosts = (token: string) => Promise<string[] | null>

/** Of a host `*.example.com` every one below it; ports must be the same. */
const isBelow = (host: string, allowed: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed

/** Whether the page that frames it may, as far as it says who it is: the browser is told the same, and sees to the rest. */
export function mayFrame(referer: string | undefined, own: string, hosts: readonly string[]): boolean {
  if (referer === undefined || !URL.canParse(referer)) return true
  const { host } = new URL(referer)
  return host === own || hosts.some((allowed) => isBelow(host, allowed))
}

const NOT_HERE = `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Not available</title><p>This is not available here.</p></html>`

const policyFor = (ancestors: string): string => `${WIDGET_POLICY}; frame-ancestors ${ancestors}`

/** Its own name and colours in it, as in every other page. */
const branded = (html: string, { name, accent }: Brand): string =>
  html
    .replace(/(<meta name="brand" content=")[^"]*"/, (_, start: string) => `${start}${escapeHtml(name)}"`)
    .replace('</head>', () => `${accent ? `<style>${accentStyle(accent)}</style>` : ''}</head>`)

/** A built page in the colours that hold now. */
function pageOf(file: string, brand: ReadBrand): () => EncodedPage {
  const built = readFileSync(file, 'utf8')
  const make = (of: Brand) => ({ of, page: encodePage(200, branded(built, of), 'kept') })
  let made = make(brand())
  return () => {
    const of = brand()
    if (made.of !== of) made = make(of)
    return made.page
  }
}

/** @param root the folder of the built page; while there is nothing in it there is no such page */
export async function serveWidget(
  app: FastifyInstance,
  { root, brand, hostsOf }: { root: string; brand: ReadBrand; hostsOf: WidgetHosts },
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  const page = pageOf(join(root, 'index.html'), brand)
  const [foreign, missing] = [encodePage(403, NOT_HERE, 'kept'), encodePage(404, NOT_HERE, 'kept')]
  await app.register(fastifyStatic, {
    root,
    prefix: '/widget-files/',
    decorateReply: false,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '.vite/**'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const answer = async (token: string, referer: string | undefined, own: string): Promise<[EncodedPage, string]> => {
    const hosts = await hostsOf(token)
    // A missing page says so in any frame: there is nothing to protect.
    if (hosts === null) return [missing, '*']
    return [mayFrame(referer, own, hosts) ? page() : foreign, ["'self'", ...hosts].join(' ')]
  }
  app.get<{ Params: { token: string } }>(
    '/widget/:token',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const [shown, ancestors] = await answer(request.params.token, request.headers.referer, request.host)
      reply.header('content-security-policy', policyFor(ancestors))
      return sendPage(request, reply, shown)
    },
  )
  if (!existsSync(join(root, 'chat.html'))) return
  const chat = pageOf(join(root, 'chat.html'), brand)
  // Whether there is a chat the page asks itself, and says.
  app.get('/chat/:token', { schema: { hide: true } as object }, async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    return sendPage(request, reply, chat())
  })
}
