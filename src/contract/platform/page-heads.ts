/**
 * Titles and descriptions of public pages for search engines and link previews, in addition to the guards of
 * `pages.ts`. A page without an entry here is private: it is neither prerendered nor indexed.
 */
import { DOC_PAGES, FIRST_DOC_PAGE } from './docs-pages.ts'
import { PAGES, type Page } from './pages.ts'

export interface PageHead {
  /** One or two sentences, at most 160 characters. */
  description: string
  /** Search engines may list it, and it is in sitemap.xml if its address has no parameter. */
  index: boolean
  /** Query parameters that make it a separate page, worth prerendering and listing. */
  query: readonly string[]
  /** Names in the query that change what the page shows: it is drawn with them, but search engines list it without them. */
  filters: readonly string[]
}

const listed = (description: string, query: readonly string[] = [], filters: readonly string[] = []): PageHead => ({
  description,
  index: true,
  query,
  filters,
})
const unlisted = (description: string): PageHead => ({ description, index: false, query: [], filters: [] })

export const PAGE_HEADS: Readonly<Record<string, PageHead>> = {
  '/': listed(
    'Put AI agents to work on real documents: medical coding, contract review, document and financial analysis. See the reason for every result.',
  ),
  '/marketplace': listed(
    'Browse AI agents for healthcare, legal, finance and customer service, with figures the platform measures. Try one without an account.',
    ['category', 'page'],
    ['search', 'price', 'rating', 'model', 'offline', 'sort'],
  ),
  '/agent/{id}': listed('An AI agent you can try on your own document, with evidence for every finding.'),
  '/marketplace/categories/{slug}': listed(
    'AI agents for one kind of work: what they do, the best ones by measured quality, and answers to common questions.',
  ),
  '/sellers/{handle}': listed('A seller of AI agents: what they publish, how it is rated and how well it runs.', [
    'page',
  ]),
  '/workflow-agents': listed(
    'AI agents whose workflow is open: see the steps each is made of, and how they lead to a result.',
  ),
  '/workflow-agents/{id}': listed(
    'The workflow of an AI agent on the canvas, every step with its settings, to look at and to start from.',
  ),
  '/pricing': listed(
    'Plans for teams of every size, in rupees, billed monthly or yearly. Start with a free trial, no credit card.',
  ),
  '/contact': listed('Get help, ask about an enterprise plan, or book a demo. A person will reply.'),
  '/about-us': listed('Who makes this marketplace of AI agents, why results carry their evidence, and where we are.'),
  '/terms': listed('The terms under which agents are used, bought and sold here.'),
  '/privacy': listed('What personal data we process, why, for how long, and the rights you have under Indian law.'),
  '/refund-policy': listed(
    'When money is returned, how to ask for it, and how long it takes. A failed run costs nothing.',
  ),
  '/docs': listed('Guides for buyers, sellers and developers: first steps, the designer, API, MCP and self-hosting.'),
  '/docs/{page}': listed('A guide to running, buying, building and selling AI agents.'),
  '/api': listed('Every endpoint of the API with its input, its answer and examples.'),
  '/login': listed('Sign in to run, deploy, build and sell AI agents.', ['next']),
  '/register': listed('Create a free account to run, deploy, build and sell AI agents. No credit card.', ['next']),
  '/forgot-password': unlisted('Set a new password for your account.'),
  '/forms/{token}': unlisted('A form run by a user of this site. Your answers are sent to them.'),
  '/auth': unlisted('Sign in, or create an account.'),
  '/unauthorized': unlisted('What to do when you do not have permission to open a page.'),
}

const NOT_FOUND: PageHead = unlisted('There is nothing at this address.')

/** Null for a page that only its reader may see. */
export const headOf = (page: Page | null): PageHead | null =>
  page === null ? NOT_FOUND : (PAGE_HEADS[page.path] ?? null)

const hasParameter = (page: Page): boolean => /[{*]/.test(page.path)

/** Pages at one address that a visitor may open: what the build draws. */
export const pagesToDraw = (): Page[] =>
  PAGES.filter((page) => (page.guard === 'public' || page.guard === 'guest-only') && PAGE_HEADS[page.path]).filter(
    (page) => !hasParameter(page),
  )

const docPath = (slug: string): string => `/docs/${slug}`

/** The addresses of what the build draws: pages at one address, and each page of the documentation. */
export const addressesToDraw = (): string[] => [
  ...pagesToDraw().map(({ path }) => path),
  ...DOC_PAGES.map(({ slug }) => docPath(slug)),
]

/** Of these, those that search engines may list: each content once. */
export const addressesToList = (): string[] =>
  addressesToDraw().filter((path) => PAGE_HEADS[path]?.index !== false && path !== docPath(FIRST_DOC_PAGE))
