/** What programs ask a site for before they read it: robots.txt, sitemap.xml (sitemaps.org, split at 50,000), and the web app manifest. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/core/errors.ts'
import { type Brand, ICON_PX, logoPaths } from '#contract/platform/brand.ts'
import { addressesToList } from '#contract/platform/page-heads.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { createCache, createClockEpoch } from '#server/platform/cache.ts'
import { escapeXml } from './escape.ts'
import type { Installation } from './head.ts'

/** A published agent, a seller or a category as a sitemap names it. */
export interface Listed {
  kind: 'agent' | 'seller' | 'category'
  slug: string
  updated_at: Date | null
}

/** What the marketplace holds, in an order that stays. */
export interface ListedAgents {
  count(): Promise<number>
  /** @param from how many to leave out */
  list(from: number, limit: number): Promise<Listed[]>
}

/** sitemaps.org: no file names more. */
export const MOST_IN_A_SITEMAP = 50_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply.header('cache-control', 'public, max-age=300').type(`${type}; charset=utf-8`).send(body)

/** The paths that crawlers need not ask for: pages of signed-in people, and what is no page. */
export const closedPaths = (): string[] => {
  const closed = PAGES.filter(({ guard }) => guard !== 'public' && guard !== 'guest-only')
  const starts = closed.map(({ path }) => path.replace(/[{*].*$/, ''))
  return [...new Set(['/api/', '/hooks/', '/runs/', ...starts])].sort()
}

const robots = (origin: string): string =>
  ['User-agent: *', ...closedPaths().map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )

const pageEntry = (origin: string, path: string): string => `<url><loc>${escapeXml(origin + path)}</loc></url>`
const FOLDERS: Record<Listed['kind'], string> = {
  agent: '/agent',
  seller: '/sellers',
  category: '/marketplace/categories',
}
const listedEntry = (origin: string, { kind, slug, updated_at }: Listed): string => {
  const changed = updated_at ? `<lastmod>${updated_at.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(`${origin}${FOLDERS[kind]}/${encodeURIComponent(slug)}`)}</loc>${changed}</url>`
}

const urlset = (entries: readonly string[]): string => `${XML}<urlset ${NAMESPACE}>${entries.join('')}</urlset>`

/** Files of the sitemap are made once in this time, ms: one that names 50,000 takes the database and this thread a while. */
const FRESH_MS = 60_000
/** How many of them are kept, 6 MB each at most. */
const KEPT = 10

/** One file while everything fits into it; else an index of numbered files, the pages in the first. */
function createSitemap(origin: string, agents: ListedAgents) {
  const pages = addressesToList().map((path) => pageEntry(origin, path))
  const recent = { epoch: createClockEpoch(FRESH_MS), lag_ms: FRESH_MS }
  const counted = createCache(
    async () => Math.ceil((pages.length + (await agents.count())) / MOST_IN_A_SITEMAP),
    recent,
  )
  const parts = createCache(
    async (key) => {
      const number = Number(key)
      const from = number === 1 ? 0 : (number - 1) * MOST_IN_A_SITEMAP - pages.length
      const listed = await agents.list(from, MOST_IN_A_SITEMAP - (number === 1 ? pages.length : 0))
      return urlset([...(number === 1 ? pages : []), ...listed.map((one) => listedEntry(origin, one))])
    },
    { ...recent, max: KEPT },
  )
  const partAddress = (_: unknown, n: number) =>
    `<sitemap><loc>${escapeXml(origin)}/sitemap-${n + 1}.xml</loc></sitemap>`

  return {
    async first(): Promise<string> {
      const files = await counted.get('')
      if (files <= 1) return parts.get('1')
      return `${XML}<sitemapindex ${NAMESPACE}>${Array.from({ length: files }, partAddress).join('')}</sitemapindex>`
    },
    /** @param number from 1. @throws AppError `not_found` when there is nothing in it */
    async part(number: number): Promise<string> {
      if (number > (await counted.get(''))) throw new AppError('not_found')
      return parts.get(`${number}`)
    },
  }
}

/** https://www.w3.org/TR/appmanifest */
const manifest = ({ name, logo }: Brand) => ({
  name,
  short_name: name,
  start_url: '/',
  display: 'standalone',
  background_color: '#fcfaf7',
  theme_color: '#fcfaf7',
  icons: logo
    ? [{ src: logoPaths(logo).icon, sizes: `${ICON_PX}x${ICON_PX}`, type: 'image/png' }]
    : [
        { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      ],
})

export function serveDiscovery(
  app: FastifyInstance,
  { brand, origin }: Pick<Installation, 'brand' | 'origin'>,
  agents: ListedAgents,
): void {
  const schema = { hide: true } as object
  app.get('/robots.txt', { schema }, (_request, reply) => send(reply, 'text/plain', robots(origin)))
  app.get('/site.webmanifest', { schema }, (_request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(manifest(brand()))),
  )
  const sitemap = createSitemap(origin, agents)
  app.get('/sitemap.xml', { schema }, async (_request, reply) => send(reply, 'application/xml', await sitemap.first()))
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,3}$).xml', { schema }, async (request, reply) =>
    send(reply, 'application/xml', await sitemap.part(Number(request.params.number))),
  )
}
