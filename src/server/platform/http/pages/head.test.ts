import { describe, expect, it } from 'vitest'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { pageAt } from '#contract/platform/pages.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { type HeadInput, plainTitle, renderHead } from './head.ts'

const HERE = {
  brand: readTestBrand,
  origin: 'https://chowk.example',
  company: () => ({ name: 'Asha Software Private Limited' }),
}
const HOSTILE = `</script></title><img src=x onerror=alert(1)>"'&\u2028\u202e<!--`

const agent = (change: Partial<AgentDetail> = {}) =>
  ({
    id: 'a1',
    slug: 'icd10-coder',
    name: 'ICD-10 coder',
    tagline: 'Codes a note.',
    category: { slug: 'healthcare', name: 'Healthcare' },
    more_categories: [],
    seller: { id: 's', display_name: 'Chowk Labs', is_verified: true, avatar_url: null },
    price: { type: 'per_run', paise: 123_456, currency: 'INR' },
    stats: { runs: 0, success_rate: null, median_ms: null, users_30d: 0, measured_at: null },
    rating: null,
    review_count: 0,
    quality: null,
    published_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-31T09:30:00.000Z',
    version: { number: 3 },
    ...change,
  }) as AgentDetail

const input = (address: string, change: Partial<HeadInput> = {}): HeadInput => ({
  address,
  page: pageAt(address.replace(/\?.*$/, '')),
  title: 'A page · Chowk',
  status: 200,
  data: [],
  ...change,
})
const ofAgent = (shown: AgentDetail, address = '/agent/a1') =>
  renderHead(input(address, { title: `${shown.name} · Chowk`, data: [[['getAgent', {}], shown]] }), HERE)

const jsonOf = (head: string) => {
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  return JSON.parse(scripts[0]?.[1] ?? '')['@graph'] as Record<string, never>[]
}
const contentOf = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]

describe('the head', () => {
  it('of the home page names the site and its maker', () => {
    const head = renderHead(input('/'), HERE)
    expect(head).toContain('<link rel="canonical" href="https://chowk.example/">')
    expect(contentOf(head, 'og:url')).toBe('https://chowk.example/')
    expect(contentOf(head, 'og:image')).toBe('https://chowk.example/og.png')
    expect(contentOf(head, 'twitter:card')).toBe('summary_large_image')
    expect(jsonOf(head).map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
  })

  it('of an agent has its price, its one address and no rating that nobody gave', () => {
    const head = ofAgent(agent())
    expect(head).toContain('<link rel="canonical" href="https://chowk.example/agent/icd10-coder">')
    expect(contentOf(head, 'description')).toBe('Codes a note.')
    const [software, breadcrumbs] = jsonOf(head)
    expect(software).toMatchObject({
      '@type': 'SoftwareApplication',
      name: 'ICD-10 coder',
      softwareVersion: '3',
      offers: { price: '1234.56', priceCurrency: 'INR' },
    })
    expect(JSON.stringify(software)).not.toMatch(/aggregateRating|review|interactionStatistic/i)
    expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: { length: 4 } })
    const [measured] = jsonOf(ofAgent(agent({ stats: { ...agent().stats, runs: 12 } })))
    expect(measured).toMatchObject({ interactionStatistic: { userInteractionCount: 12 } })
    const [rated] = jsonOf(ofAgent(agent({ rating: 4.25, review_count: 8 })))
    expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.25, reviewCount: 8, bestRating: 5 } })
  })

  it('holds whatever an agent is called as text', () => {
    const head = ofAgent(agent({ name: HOSTILE, tagline: HOSTILE, slug: HOSTILE }))
    expect(head.match(/<script|<img|<!--/g)).toEqual(['<script'])
    expect(head.match(/<\/title>/g)).toHaveLength(1)
    const [software, breadcrumbs] = jsonOf(head)
    expect([software?.name, software?.description]).toEqual([HOSTILE, HOSTILE])
    expect(JSON.stringify(breadcrumbs)).toContain('alert(1)')
    for (const [, value = ''] of head.matchAll(/(?:content|href)="([^"]*)"/g)) expect(value).not.toMatch(/[<>]/)
  })

  it('shortens a description of ten thousand characters', () => {
    expect(contentOf(ofAgent(agent({ tagline: 'x'.repeat(10_000) })), 'description')?.length).toBeLessThanOrEqual(200)
  })

  it.each([
    ['/dashboard', 200],
    ['/auth', 200],
    ['/agent/nobody', 404],
    ['/nowhere', 404],
  ])('of %s with status %i asks not to be indexed', (address, status) => {
    const head = renderHead(input(address, { status }), HERE)
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toMatch(/canonical|og:|ld\+json/)
  })

  it('of a guide is its own, and the first one has the address of all', () => {
    const head = renderHead(input('/docs/webhooks?q=cron', { title: 'Webhooks · Chowk' }), HERE)
    expect(contentOf(head, 'description')).toMatch(/^What starts a workflow/)
    expect(jsonOf(head)[0]).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: { length: 3 } })
    expect(renderHead(input('/docs/getting-started'), HERE)).toContain('href="https://chowk.example/docs">')
    expect(plainTitle('/docs/webhooks', 'Chowk')).toBe('Triggers · Chowk')
  })

  it('of a sign-in page is the same for any page that follows', () => {
    expect(renderHead(input('/login?next=%2Fdashboard'), HERE)).toContain('href="https://chowk.example/login">')
  })

  it('has a title for pages that nobody has drawn', () => {
    expect(plainTitle('/dashboard', 'Chowk')).toBe('Dashboard · Chowk')
    expect(plainTitle('/nowhere', 'Chowk')).toBe('Page not found · Chowk')
  })
})

describe('a seller', () => {
  const seller = {
    handle: 'asha',
    display_name: HOSTILE,
    bio: HOSTILE,
    website_url: 'https://asha.example/',
    agents: 2,
    followers: 3,
    rating: 4.5,
    review_count: 2,
  }
  const html = renderHead(
    input('/sellers/asha?page=2', {
      status: 200,
      data: [
        [['getSeller', {}], seller],
        [['listAgents', {}], { agents: [agent()] }],
      ],
    }),
    HERE,
  )

  it('is a profile with its agents, whatever it wrote of itself', () => {
    const { '@graph': things } = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    expect(things.map((thing: Record<string, unknown>) => thing['@type'])).toEqual([
      'ProfilePage',
      'ItemList',
      'BreadcrumbList',
    ])
    expect(things[0].mainEntity).toMatchObject({
      sameAs: 'https://asha.example/',
      aggregateRating: { ratingValue: 4.5 },
    })
    expect(things[1].itemListElement[0].url).toBe('https://chowk.example/agent/icd10-coder')
    expect(html).toContain('<meta property="og:type" content="profile">')
    expect(html).not.toContain('<img')
  })
})
