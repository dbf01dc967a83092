/** The pages of the documentation in their order, as plain data: read by its screen, the server's heads and the sitemap. */

export interface DocPage {
  /** Of its address, /docs/{slug}, and of its text. */
  slug: string
  title: string
  group: string
  /** What search engines are told, at most 160 characters. */
  description: string
}

export const DOC_PAGES: readonly DocPage[] = [
  {
    slug: 'getting-started',
    title: 'Getting started',
    group: 'Use it',
    description:
      'From a first look to a first result: try an agent on a sample or your own document, without an account.',
  },
  {
    slug: 'buyers',
    title: 'Using agents',
    group: 'Use it',
    description: 'How to choose an agent, what a run is, and what happens to your document.',
  },
  {
    slug: 'private-bench',
    title: 'Test agents on your cases',
    group: 'Use it',
    description:
      'Run three to twenty own cases on up to three agents, see accuracy, cost and time, and have all of it deleted.',
  },
  {
    slug: 'runs',
    title: 'Runs and recovery',
    group: 'Use it',
    description: 'Look at a run step by step, compare two, steer one, recover what failed, and how long runs are kept.',
  },
  {
    slug: 'accounts',
    title: 'Your account',
    group: 'Use it',
    description: 'Signing in, a forgotten password, two-factor and passkeys, settings and roles, and your data.',
  },
  {
    slug: 'sellers',
    title: 'Selling agents',
    group: 'Build',
    description: 'What an agent is made of, how to become a seller, and how far this version goes.',
  },
  {
    slug: 'designer',
    title: 'Workflows and the designer',
    group: 'Build',
    description: 'A workflow is a document of nodes and edges: how it is written, checked, tested and run durably.',
  },
  {
    slug: 'expressions',
    title: 'Expressions',
    group: 'Build',
    description:
      'JSONata expressions in the settings of a node: what they can read, how text becomes a value, examples and rules.',
  },
  {
    slug: 'credentials',
    title: 'Credentials and other services',
    group: 'Build',
    description:
      'How secrets of workflows are kept and where they go, connected accounts, signed webhooks, databases and mail.',
  },
  {
    slug: 'models',
    title: 'Language models',
    group: 'Build',
    description:
      'Set up a model at any provider or on your own machine: keys, defaults, budgets, and what AI steps do without one.',
  },
  {
    slug: 'import-export',
    title: 'Import and export',
    group: 'Build',
    description:
      'Take workflows from one installation to another, bring them from n8n, and see their risks before they run.',
  },
  {
    slug: 'api',
    title: 'API',
    group: 'Connect',
    description:
      'The HTTP API by example: the envelope, API keys, sending a document, runs, services, limits and retries.',
  },
  {
    slug: 'webhooks',
    title: 'Triggers',
    group: 'Connect',
    description:
      'What starts a workflow: schedules, webhooks with signatures, public forms, chats, mail and failures of others.',
  },
  {
    slug: 'mcp',
    title: 'MCP',
    group: 'Connect',
    description:
      'The Model Context Protocol: how an assistant finds and runs agents here, and calls a service of yours as a tool.',
  },
  {
    slug: 'self-hosting',
    title: 'Self-hosting',
    group: 'Run it',
    description:
      'Run the platform on a machine of your own: start, every variable, reverse proxy, mail, backups and upgrades.',
  },
  {
    slug: 'faq',
    title: 'Questions and troubleshooting',
    group: 'Run it',
    description: 'A run failed, a document is refused, the free runs are used up: what it means and what to do.',
  },
]

/** The page that /docs itself shows. */
export const FIRST_DOC_PAGE = 'getting-started'

/** Null when there is no such page. */
export const docPage = (slug: string): DocPage | null => DOC_PAGES.find((page) => page.slug === slug) ?? null

/** The page at an address under /docs; null at every other address. */
export const docPageAt = (pathname: string): DocPage | null => {
  const slug = /^\/docs\/([^/?#]+)\/?$/.exec(pathname)?.[1]
  return slug === undefined ? null : docPage(slug)
}
