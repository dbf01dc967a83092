import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { answerError } from '#server/platform/http/errors.ts'
import { TEST_BRAND } from '#test/support/brand.ts'
import { closedPaths, type ListedAgents, MOST_IN_A_SITEMAP, serveDiscovery } from './discovery.ts'

const AT = new Date('2026-01-31T09:30:00Z')
const agents = (total: number): ListedAgents => ({
  count: async () => total,
  list: async (from, limit) =>
    Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => ({
      kind: 'agent' as const,
      slug: `agent-${from + n}`,
      updated_at: AT,
    })),
})

function serve(listed: ListedAgents, brand = 'Chowk') {
  const app = Fastify()
  app.setErrorHandler(answerError)
  serveDiscovery(app, { brand: () => ({ ...TEST_BRAND, name: brand }), origin: 'https://chowk.example' }, listed)
  return (url: string) => app.inject(url)
}
const slugs = (xml: string) => [...xml.matchAll(/\/agent\/([^<]+)</g)].map(([, slug]) => slug)

describe('sitemap.xml', () => {
  it('names the public pages and the published agents with their last change', async () => {
    const { body, headers } = await serve(agents(2))('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    expect(body).toContain('<url><loc>https://chowk.example/</loc></url>')
    expect(body).toContain('<url><loc>https://chowk.example/marketplace</loc></url>')
    expect(body).toContain('<loc>https://chowk.example/agent/agent-1</loc><lastmod>2026-01-31T09:30:00.000Z</lastmod>')
    expect(body).toContain('<url><loc>https://chowk.example/docs</loc></url>')
    expect(body).toContain('<url><loc>https://chowk.example/docs/self-hosting</loc></url>')
    // What /docs shows is listed once.
    expect(body).not.toContain('/docs/getting-started')
    expect(body).not.toMatch(/dashboard|\{id\}|\/auth</)
  })

  it('is split where it would name more than 50,000', async () => {
    const total = 2 * MOST_IN_A_SITEMAP
    const get = serve(agents(total))
    const index = (await get('/sitemap.xml')).body
    expect([...index.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address)).toEqual(
      [1, 2, 3].map((n) => `https://chowk.example/sitemap-${n}.xml`),
    )
    const parts = await Promise.all([1, 2, 3].map(async (n) => (await get(`/sitemap-${n}.xml`)).body))
    for (const part of parts) expect(part.split('<url>').length - 1).toBeLessThanOrEqual(MOST_IN_A_SITEMAP)
    const named = parts.flatMap(slugs)
    expect([named.length, new Set(named).size]).toEqual([total, total])
  })

  it.each(['/sitemap-4.xml', '/sitemap-0.xml', '/sitemap-x.xml', '/sitemap-99999.xml'])(
    'has no part %s',
    async (url) => {
      expect((await serve(agents(3))(url)).statusCode).toBe(404)
    },
  )
})

it('names sellers and categories by their own addresses', async () => {
  const listed: ListedAgents = {
    count: async () => 2,
    list: async () => [
      { kind: 'category', slug: 'healthcare', updated_at: null },
      { kind: 'seller', slug: 'chowk-labs', updated_at: null },
    ],
  }
  const { body } = await serve(listed)('/sitemap.xml')
  for (const path of ['/marketplace/categories/healthcare', '/sellers/chowk-labs'])
    expect(body).toContain(`<url><loc>https://chowk.example${path}</loc></url>`)
})

it('a crawler that asks for the sitemap again and again has it made once, and no part that there is not', async () => {
  // All of it in the same minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked: string[] = []
  const { count, list } = agents(MOST_IN_A_SITEMAP)
  const get = serve({
    count: () => {
      asked.push('count')
      return count()
    },
    list: (from, limit) => {
      asked.push(`from ${from}`)
      return list(from, limit)
    },
  })
  const urls = ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-9999.xml']
  const answers = await Promise.all(Array.from({ length: 20 }, () => urls.map(get)).flat())
  expect(answers.slice(0, 4).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404])
  for (const url of urls) await get(url)
  expect(asked[0]).toBe('count')
  expect(asked.slice(1).sort()).toEqual(['from 0', expect.stringMatching(/^from 49/)])
  vi.useRealTimers()
})

describe('robots.txt', () => {
  it('names the sitemap, and keeps crawlers from what only its reader may see', async () => {
    const { body } = await serve(agents(0))('/robots.txt')
    expect(body).toContain('Sitemap: https://chowk.example/sitemap.xml')
    for (const path of ['/dashboard', '/admin', '/settings', '/api/', '/runs/'])
      expect(body).toContain(`Disallow: ${path}\n`)
  })

  it('closes no public page', () => {
    const open = [
      '/',
      '/marketplace',
      '/agent/icd10-coder',
      '/sellers/chowk-labs',
      '/marketplace/categories/legal',
      '/pricing',
      '/workflow-agents',
      '/docs',
      '/api',
      '/about-us',
      '/login',
    ]
    expect(open.filter((page) => closedPaths().some((path) => page.startsWith(path)))).toEqual([])
  })
})

it('the manifest holds the name as it is', async () => {
  const { body } = await serve(agents(0), 'Asha & "Sons"')('/site.webmanifest')
  expect(JSON.parse(body)).toMatchObject({ name: 'Asha & "Sons"', start_url: '/' })
})
