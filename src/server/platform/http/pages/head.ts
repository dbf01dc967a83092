/** The head of a page: title, description, canonical address, previews and structured data (schema.org), for this installation. */
import type { Agent, AgentDetail, AgentPage } from '#contract/agents/agents.ts'
import type { Category } from '#contract/agents/categories.ts'
import { type BrandLogo, ICON_PX, logoPaths } from '#contract/platform/brand.ts'
import { type Company, companyOf } from '#contract/platform/company.ts'
import { docPageAt, FIRST_DOC_PAGE } from '#contract/platform/docs-pages.ts'
import { headOf } from '#contract/platform/page-heads.ts'
import { type Page, pageAt } from '#contract/platform/pages.ts'
import type { SellerPage } from '#contract/selling/sellers.ts'
import type { FirebaseSettings } from '#server/gateways/identity/firebase-settings.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import type { DrawnPage } from './drawn.ts'
import { escapeHtml, scriptJson } from './escape.ts'

export interface Installation {
  /** How the installation presents itself, at the time it is asked for. */
  brand: ReadBrand
  /** Where browsers reach us, without a trailing slash. */
  origin: string
  /** What is filled in of the firm's particulars, at the time it is asked for. */
  company: () => Partial<Company>
  /** Where pages sign in instead of here. */
  firebase?: FirebaseSettings | null
}

export interface HeadInput {
  /** Path and query that the page stands for. */
  address: string
  page: Page | null
  /** The product's name is part of it. */
  title: string
  status: number
  data: DrawnPage['data']
}

type Thing = Record<string, unknown>

const LONGEST_DESCRIPTION = 200

const shortened = (text: string): string =>
  text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`

const found = <T>(data: DrawnPage['data'], endpoint: string): T | null =>
  (data.find(([key]) => key[0] === endpoint)?.[1] as T | undefined) ?? null

/** What a page is about, when it is about one thing of the marketplace. */
interface Subject {
  agent: AgentDetail | null
  seller: SellerPage | null
  category: Category | null
  agents: readonly Agent[]
}

const subjectOf = ({ page, data }: HeadInput): Subject => ({
  agent: page?.path === '/agent/{id}' ? found(data, 'getAgent') : null,
  seller: page?.path === '/sellers/{handle}' ? found(data, 'getSeller') : null,
  category: page?.path === '/marketplace/categories/{slug}' ? found(data, 'getCategory') : null,
  agents: found<AgentPage>(data, 'listAgents')?.agents ?? [],
})

const agentPath = (slug: string): string => `/agent/${encodeURIComponent(slug)}`
const sellerPath = (handle: string): string => `/sellers/${encodeURIComponent(handle)}`
const categoryPath = (slug: string): string => `/marketplace/categories/${encodeURIComponent(slug)}`

const docIn = (address: string) => docPageAt(address.replace(/\?.*$/s, ''))

const PERIODS: Partial<Record<AgentDetail['price']['type'], string>> = { monthly: 'MON', per_run: 'C62' }

function offerOf({ price, version }: AgentDetail, url: string): Thing {
  const amount = (price.paise / 100).toFixed(2)
  return {
    '@type': 'Offer',
    url,
    price: amount,
    priceCurrency: price.currency,
    availability: version ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    ...(PERIODS[price.type] && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: amount,
        priceCurrency: price.currency,
        valueAddedTaxIncluded: true,
        unitCode: PERIODS[price.type],
      },
    }),
  }
}

/** Figures and price as they are measured and charged; ratings only if there are any. */
const softwareOf = (agent: AgentDetail, url: string, origin: string): Thing => ({
  '@type': 'SoftwareApplication',
  name: agent.name,
  description: agent.tagline,
  url,
  applicationCategory: 'BusinessApplication',
  applicationSubCategory: agent.category.name,
  operatingSystem: 'Web',
  dateModified: agent.updated_at,
  ...(agent.published_at && { datePublished: agent.published_at }),
  ...(agent.version && { softwareVersion: String(agent.version.number) }),
  author: {
    '@type': 'Organization',
    name: agent.seller.display_name,
    ...(agent.seller.handle && { url: origin + sellerPath(agent.seller.handle) }),
  },
  ...(agent.stats.runs > 0 && {
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/UseAction',
      userInteractionCount: agent.stats.runs,
    },
  }),
  ...(agent.rating !== null && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: agent.rating,
      reviewCount: agent.review_count,
      bestRating: 5,
      worstRating: 1,
    },
  }),
  offers: offerOf(agent, url),
})

const crumbs = (entries: [name: string, url: string][]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: entries.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
})

/** The agents that stand on a page, in their order. */
const listOfAgents = (agents: readonly Agent[], origin: string): Thing => ({
  '@type': 'ItemList',
  numberOfItems: agents.length,
  itemListElement: agents.map(({ slug, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: origin + agentPath(slug),
  })),
})

/** What a seller says of themselves, and what buyers say of all their agents. */
const profileOf = (seller: SellerPage, url: string): Thing => ({
  '@type': 'ProfilePage',
  url,
  mainEntity: {
    '@type': 'Organization',
    name: seller.display_name,
    url,
    ...(seller.bio && { description: shortened(seller.bio) }),
    ...(seller.website_url && { sameAs: seller.website_url }),
    ...(seller.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: seller.rating,
        reviewCount: seller.review_count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/FollowAction',
      userInteractionCount: seller.followers,
    },
  },
})

function things(input: HeadInput, { brand: readBrand, origin, company }: Installation, url: string): Thing[] {
  const { address, page, title } = input
  const { name: brand, logo: own } = readBrand()
  const home: [string, string] = [brand, `${origin}/`]
  const market: [string, string] = ['Marketplace', `${origin}/marketplace`]
  const { agent, seller, category, agents } = subjectOf(input)
  if (page?.path === '/') {
    const logo = origin + (own ? logoPaths(own).icon : '/icon-512.png')
    return [
      {
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        name: brand,
        legalName: companyOf(company()).name,
        url: `${origin}/`,
        logo,
      },
      {
        '@type': 'WebSite',
        name: brand,
        url: `${origin}/`,
        publisher: { '@id': `${origin}/#organization` },
        inLanguage: 'en-IN',
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/marketplace?search={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ]
  }
  if (agent) {
    const filtered = `${origin}/marketplace?category=${encodeURIComponent(agent.category.slug)}`
    const of: [string, string] = [agent.category.name, filtered]
    return [softwareOf(agent, url, origin), crumbs([home, market, of, [agent.name, url]])]
  }
  if (seller)
    return [profileOf(seller, url), listOfAgents(agents, origin), crumbs([home, market, [seller.display_name, url]])]
  if (category) return [listOfAgents(agents, origin), crumbs([home, market, [category.name, url]])]
  const docs: [string, string][] = docIn(address) ? [['Documentation', `${origin}/docs`]] : []
  return [crumbs([home, ...docs, [title.replace(` · ${brand}`, ''), url]])]
}

/** What can be had at several addresses has one for search engines: an agent that with its slug, the first guide /docs. */
function canonical(input: HeadInput): string {
  const { address, page } = input
  const { agent, category } = subjectOf(input)
  if (agent) return agentPath(agent.slug)
  if (category) return categoryPath(category.slug)
  if (docIn(address)?.slug === FIRST_DOC_PAGE) return '/docs'
  // Where to go after signing in makes no other page.
  if (page?.guard === 'guest-only') return address.replace(/\?.*$/s, '')
  return withoutFilters(address, headOf(page)?.filters ?? [])
}

function withoutFilters(address: string, filters: readonly string[]): string {
  const [path = '', search = ''] = address.split('?')
  const query = new URLSearchParams(search)
  for (const name of filters) query.delete(name)
  return query.size > 0 ? `${path}?${query}` : path
}

const aboutSeller = ({ display_name, bio, agents }: SellerPage): string =>
  bio ??
  `${display_name} publishes ${agents === 1 ? 'one AI agent' : `${agents} AI agents`}, with figures the platform measures.`

/** What others show with a link: our picture has our mark in it, so an installation with a logo of its own shows that. */
const previewOf = (origin: string, brand: string, logo: BrandLogo | null) =>
  logo === null
    ? {
        url: `${origin}/og.png`,
        width: '1200',
        height: '630',
        alt: 'Four paths meeting in a square: AI agents that show their evidence',
        card: 'summary_large_image',
      }
    : {
        url: origin + logoPaths(logo).icon,
        width: String(ICON_PX),
        height: String(ICON_PX),
        alt: brand,
        card: 'summary',
      }

/** The elements of the head other than those common to all pages. */
export function renderHead(input: HeadInput, installation: Installation): string {
  const { origin } = installation
  const { name: brand, logo } = installation.brand()
  const head = input.status === 200 ? headOf(input.page) : null
  const title = escapeHtml(input.title)
  if (!head?.index) {
    const description = head?.description ?? ''
    const about = description ? `<meta name="description" content="${escapeHtml(description)}">` : ''
    return `<title>${title}</title>${about}<meta name="robots" content="noindex">`
  }
  const url = origin + canonical(input)
  const { agent, seller, category } = subjectOf(input)
  const said = agent?.tagline ?? (seller && aboutSeller(seller)) ?? category?.description
  const description = escapeHtml(shortened(said ?? docIn(input.address)?.description ?? head.description))
  const picture = previewOf(origin, brand, logo)
  const graph = { '@context': 'https://schema.org', '@graph': things(input, installation, url) }
  const properties: [name: string, content: string][] = [
    ['og:type', agent ? 'product' : seller ? 'profile' : 'website'],
    ['og:site_name', escapeHtml(brand)],
    ['og:locale', 'en_IN'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', escapeHtml(url)],
    ['og:image', escapeHtml(picture.url)],
    ['og:image:width', picture.width],
    ['og:image:height', picture.height],
    ['og:image:alt', escapeHtml(picture.alt)],
  ]
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...(agent ? [`<link rel="alternate" type="text/markdown" href="${escapeHtml(url)}.md">`] : []),
    ...properties.map(([name, content]) => `<meta property="${name}" content="${content}">`),
    `<meta name="twitter:card" content="${picture.card}">`,
    `<script type="application/ld+json">${scriptJson(graph)}</script>`,
  ].join('')
}

/** The title of a page that nobody has drawn. */
export const plainTitle = (pathname: string, brand: string): string => {
  const page = pageAt(pathname)
  return page ? `${docPageAt(pathname)?.title ?? page.title} · ${brand}` : `Page not found · ${brand}`
}
