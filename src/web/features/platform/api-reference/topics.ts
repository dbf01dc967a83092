/** Operations by what a programmer does with them; those of admins come last. */
import type { Operation } from './openapi.ts'

interface Topic {
  title: string
  /** What is done with it, in one line. */
  text: string
  /** Of the path, after `/api/v1`. The first topic that fits has an operation. */
  path: RegExp
}

const TOPICS: readonly Topic[] = [
  {
    title: 'Run agents',
    text: 'Start a run and wait for it, by REST, OpenAI’s protocol, MCP or A2A.',
    path: /\/(?:execute|execute-sync|chat\/completions|responses)$|^\/(?:a2a|mcp|v1|actions|visitor|agreements)(?:\/|$)/,
  },
  {
    title: 'Read results',
    text: 'Follow runs, read outputs, retry what failed.',
    path: /^\/(?:executions|recovery|queue)(?:\/|$)/,
  },
  { title: 'Files', text: 'Send documents and fetch what was made of them.', path: /^\/files(?:\/|$)/ },
  {
    title: 'Webhooks and schedules',
    text: 'Start runs from outside or at a time.',
    path: /^\/(?:hooks|schedules|oauth2)(?:\/|$)|\/(?:triggers|webhooks?|forms?|schedules)(?:\/|$)/,
  },
  { title: 'Services', text: 'Agents with an address, a key and settings of your own.', path: /^\/services(?:\/|$)/ },
  {
    title: 'Knowledge and data',
    text: 'Documents that agents search, tables and skills.',
    path: /^\/(?:knowledge|data-tables|skills|codes)(?:\/|$)/,
  },
  {
    title: 'Chats',
    text: 'Conversations, the inbox, and what agents remember.',
    path: /^\/(?:conversations|inbox|memories)(?:\/|$)/,
  },
  {
    title: 'Marketplace',
    text: 'Find agents, compare and review them.',
    path: /^\/(?:agents|categories|featured|sellers|reviews|saved-agents|followed-sellers|benches)(?:\/|$)/,
  },
  {
    title: 'Build workflows',
    text: 'Drafts, versions, tests, steps, models and connections.',
    path: /^\/(?:workflow|custom-agents|nodes|snippets|model|plugins|mcp-|integrations|credentials)/,
  },
  {
    title: 'Sell',
    text: 'Listings, earnings, payouts and disputes.',
    path: /^\/(?:seller|data-migration|disputes|coupons)(?:\/|$)/,
  },
  {
    title: 'Billing',
    text: 'Plans, credits, payments, invoices and refunds.',
    path: /^\/(?:subscriptions|credits|payments|invoices|purchases|refunds)(?:\/|$)/,
  },
  {
    title: 'Account',
    text: 'Sign in, API keys, profile, notices and consent.',
    path: /^\/(?:auth|api-keys|assistants|avatars|consents|notifications|users|role-requests|dashboard)(?:\/|$)|^\/api\//,
  },
]

const ADMIN: Omit<Topic, 'path'> = { title: 'Administration', text: 'For admins of an installation.' }
const OTHER: Omit<Topic, 'path'> = { title: 'Platform', text: 'Health, settings of the site, and messages to us.' }

const ADMIN_PATH = /^\/(?:admin|user-management|agent-submissions|agent-management|review-moderation|analytics)(?:\/|$)/

function topicOf({ path }: Operation): Omit<Topic, 'path'> {
  const own = path.replace(/^\/api\/v1(?=\/)/, '')
  if (ADMIN_PATH.test(own)) return ADMIN
  return TOPICS.find((topic) => topic.path.test(own)) ?? OTHER
}

const ORDER = [...TOPICS, OTHER, ADMIN].map(({ title }) => title)

export interface TopicOperations {
  title: string
  text: string
  operations: readonly Operation[]
}

/** The topics that have any of these operations, in the order in which they are read. */
export function groupByTopic(operations: readonly Operation[]): TopicOperations[] {
  const groups = Map.groupBy(operations, topicOf)
  return [...groups]
    .map(([{ title, text }, own]) => ({ title, text, operations: own }))
    .sort((a, b) => ORDER.indexOf(a.title) - ORDER.indexOf(b.title))
}
