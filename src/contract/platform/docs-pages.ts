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
    description: 'Get your first result: try an agent on a sample or on your own document, without an account.',
  },
  {
    slug: 'buyers',
    title: 'Using agents',
    group: 'Use it',
    description:
      'How to choose an agent, how runs and services work, what they cost and what happens to your document.',
  },
  {
    slug: 'private-bench',
    title: 'Test agents on your cases',
    group: 'Use it',
    description:
      'Run 3 to 20 of your own cases on up to three agents, compare accuracy, cost and time, and have the data deleted.',
  },
  {
    slug: 'runs',
    title: 'Runs and recovery',
    group: 'Use it',
    description:
      'Inspect a run step by step, compare two runs, control a run, recover failed runs, and see how long runs are kept.',
  },
  {
    slug: 'accounts',
    title: 'Your account',
    group: 'Use it',
    description:
      'Signing in, resetting your password, two-factor authentication and passkeys, settings, roles, and your data.',
  },
  {
    slug: 'provisioning',
    title: 'Provisioning from a directory',
    group: 'Use it',
    description:
      'Let Okta or Microsoft Entra ID add and remove the members of a workspace by SCIM 2.0, and give them roles by groups.',
  },
  {
    slug: 'sellers',
    title: 'Selling agents',
    group: 'Build',
    description:
      'Become a seller, publish a workflow as an agent, set a price, offer coupons and see how your agents perform.',
  },
  {
    slug: 'designer',
    title: 'Workflows and the designer',
    group: 'Build',
    description: 'A workflow is a document of nodes and edges: how to write, check, test and run it.',
  },
  {
    slug: 'expressions',
    title: 'Expressions',
    group: 'Build',
    description:
      'JSONata expressions in node settings: what they can read, how their results are typed, with examples and rules.',
  },
  {
    slug: 'credentials',
    title: 'Credentials and other services',
    group: 'Build',
    description:
      'How credentials are stored and where they are sent, connected accounts, signed webhooks, databases and email.',
  },
  {
    slug: 'models',
    title: 'Language models',
    group: 'Build',
    description:
      'Set up a model from any provider or on your own machine: keys, defaults, budgets, and which AI steps work without one.',
  },
  {
    slug: 'skills',
    title: 'Skills and sub-agents',
    group: 'Build',
    description:
      'Give agents skills in the open SKILL.md format, sub-agents with instructions of their own, and a plan that people see.',
  },
  {
    slug: 'import-export',
    title: 'Import and export',
    group: 'Build',
    description: 'Move workflows between installations, import them from n8n, and review their risks before they run.',
  },
  {
    slug: 'api',
    title: 'API',
    group: 'Connect',
    description:
      'The HTTP API by example: the response envelope, API keys, uploads, runs, services, limits and retries.',
  },
  {
    slug: 'webhooks',
    title: 'Triggers',
    group: 'Connect',
    description:
      'What starts a workflow: schedules, signed webhooks, public forms, chats, email and failures of other workflows.',
  },
  {
    slug: 'channels',
    title: 'Channels',
    group: 'Connect',
    description:
      'Let a service answer on WhatsApp, Telegram, Slack and by email: setup, consent, the 24-hour window, limits and delivery.',
  },
  {
    slug: 'inbox',
    title: 'Inbox',
    group: 'Connect',
    description:
      'Answer people who chat with a service in the place of its agent: asking for a person, taking and giving back, waiting times.',
  },
  {
    slug: 'apps',
    title: 'Apps',
    group: 'Connect',
    description:
      'Connect accounts at other services, use their actions as steps, tools and API calls, and add apps of your own.',
  },
  {
    slug: 'plugins',
    title: 'Plugins',
    group: 'Connect',
    description:
      'Install Activepieces pieces from npm or a file, see what they may do, update and remove them, and write your own.',
  },
  {
    slug: 'openai',
    title: 'OpenAI SDK',
    group: 'Connect',
    description:
      'Call your services and custom agents with the OpenAI SDK: chat completions, responses, streams, files and embeddings.',
  },
  {
    slug: 'mcp',
    title: 'MCP',
    group: 'Connect',
    description:
      'How an AI assistant finds and runs agents over the Model Context Protocol, and calls your services as tools.',
  },
  {
    slug: 'a2a',
    title: 'A2A',
    group: 'Connect',
    description:
      'How agents of other makers call your services and custom agents over the Agent2Agent protocol: cards, messages and tasks.',
  },
  {
    slug: 'install',
    title: 'Install',
    group: 'Run it',
    description:
      'Install a release with systemd, the container image, compose or Helm; upgrade without stopping, and restore a backup.',
  },
  {
    slug: 'self-hosting',
    title: 'Self-hosting',
    group: 'Run it',
    description:
      'Run the platform on your own machine: first start, configuration, reverse proxy, email, backups and upgrades.',
  },
  {
    slug: 'analytics',
    title: 'Analytics',
    group: 'Run it',
    description:
      'What the figures of visits, searches, agents and revenue count, who sees which of them, and which events are stored.',
  },
  {
    slug: 'faq',
    title: 'Questions and troubleshooting',
    group: 'Run it',
    description: 'A run failed, a document was rejected, or the free runs are used up: what it means and what to do.',
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
