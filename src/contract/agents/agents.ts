/** Agents as the marketplace shows them (§3, §7). Figures are measured by the platform from executions, never typed. */
import { z } from 'zod'
import { ACTION_EFFECTS } from '#contract/connectors/integration-values.ts'
import { Ability } from '#contract/core/ability.ts'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  AgentId,
  AgentVersionId,
  Currency,
  FileId,
  JsonObject,
  Paise,
  Slug,
  Timestamp,
  UserId,
} from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { AGENT_STATUSES } from './agent-states.ts'
import { AgentDocument, AgentWorkflow } from './agent-workflow.ts'

export const PRICE_TYPES = ['free', 'per_run', 'monthly', 'one_time'] as const
export const AGENT_SORTS = ['relevance', 'quality', 'popular', 'newest', 'name', 'price_low', 'price_high'] as const
export type AgentSort = (typeof AGENT_SORTS)[number]

/** GST included. `paise` is 0 for a free agent. */
export const Price = z.object({ type: z.enum(PRICE_TYPES), paise: Paise, currency: Currency })

/** `success_rate` is a fraction of the finished runs, null before the first; times in ms. */
export const AgentStats = z.object({
  runs: z.number().int().describe('Finished runs.'),
  success_rate: z
    .number()
    .nullable()
    .describe('Share of finished runs that succeeded, from 0 to 1; null before the first.'),
  median_ms: z.number().int().nullable().describe('Null before the first finished run.'),
  users_30d: z.number().int().describe('People who ran it in the last 30 days.'),
  measured_at: Timestamp.nullable().describe('Null before it was first measured.'),
})

export const Seller = z.object({
  id: UserId,
  /** Of their page; null for one who has nothing published, or who is blocked. */
  handle: Slug.nullable(),
  display_name: z.string(),
  /** The platform has checked who they are and where they are paid. */
  is_verified: z.boolean(),
  avatar_url: z.string().nullable(),
})

/**
 * What a buyer is told about a seller. Consumer Protection (E-Commerce) Rules 2020, r.5(3)(a) and r.6: name, geographic
 * address, complaints contact and GSTIN of the seller are shown where the buyer decides to buy. `business` has them as
 * soon as something costs money. PAN, bank account and the email address of the account stay private.
 */
export const SellerFacts = z.object({
  since: Timestamp.nullable(),
  /** Published agents, their finished runs, and the mean of their ratings by the number of reviews; null before the first. */
  agents: z.number().int(),
  runs: z.number().int(),
  rating: z.number().nullable(),
  review_count: z.number().int(),
  /** The fraction of what was paid in 180 days that went back; null while too little was sold to tell. */
  refund_rate: z.number().nullable(),
  /** The name of the state; null when it was not given or not checked. */
  state: z.string().nullable(),
  business: z
    .object({
      name: z.string(),
      address: z.string(),
      gstin: z.string().nullable(),
      /** For complaints. */
      email: z.string().nullable(),
      phone: z.string().nullable(),
      /** An admin has checked these details. */
      verified: z.boolean(),
    })
    .nullable(),
})

/** One line of a result. At least one of `label` and `text` is there. */
const PreviewLine = z.object({
  label: z.string().nullable().describe('What is set in bold: a code, the name of a clause, an answer.'),
  mono: z.boolean().describe('The label is a code or an identifier.'),
  text: z.string().nullable(),
  value: z.string().nullable().describe('What is at the end of the line: an amount, a status.'),
  tone: z.enum(['neutral', 'good', 'warn', 'bad']).nullable().describe('Of a value that is a status.'),
})
export type PreviewLine = z.infer<typeof PreviewLine>

export const AgentPreview = z.object({ lines: z.array(PreviewLine).max(3) })
export type AgentPreview = z.infer<typeof AgentPreview>

/** What a card shows. */
export const Agent = z.object({
  id: AgentId,
  slug: Slug,
  name: z.string(),
  tagline: z.string(),
  category: z.object({ slug: Slug, name: z.string() }),
  /** Where it is listed as well. */
  more_categories: z.array(z.object({ slug: Slug, name: z.string() })),
  icon: z.string(),
  tags: z.array(z.string()),
  seller: Seller,
  is_featured: z.boolean(),
  price: Price,
  /** Free runs a buyer gets before paying. */
  trial_runs: z.number().int(),
  stats: AgentStats,
  /** From 1 to 5, recent reviews and those of buyers counting more; null before the first. */
  rating: z.number().nullable(),
  review_count: z.number().int(),
  /** From 0 to 100, measured by the platform; null while there is too little to measure. */
  quality: z.number().int().nullable(),
  /** The first lines of what the platform got from its first sample; null before it was run. */
  preview: AgentPreview.nullable(),
  published_at: Timestamp.nullable(),
  updated_at: Timestamp,
})

/**
 * An account of the buyer's own that an agent works with. `slot` is the app, or `<app>.<name>` where an agent uses several accounts at one
 * app.
 */
export const AgentAccount = z.object({
  slot: z.string().describe('Names the account: the app, or the app and a name.'),
  app: z.string().describe('The id of the integration.'),
  app_name: z.string(),
  purpose: z.string().describe('What the account is used for, in the words of the seller.'),
  actions: z
    .array(z.object({ id: z.string(), title: z.string(), effect: z.enum(ACTION_EFFECTS) }))
    .describe('What is done with the account, and nothing else.'),
  hosts: z.array(z.string()),
  scopes: z.array(z.string()),
  effects: z.array(z.enum(ACTION_EFFECTS)),
})
export type AgentAccount = z.infer<typeof AgentAccount>

/** An agent of the marketplace that the steps of another one run. The person whose run it is pays for it as well. */
export const AgentInside = z.object({
  id: AgentId,
  slug: z.string(),
  name: z.string(),
  most_paise: z.number().int().describe('What one run of it may cost at most, with its AI models.'),
})
export type AgentInside = z.infer<typeof AgentInside>

/** What is read, where it goes, which models see it, how long it is kept, and which accounts of the buyer and agents are used. */
export const AgentPermissions = z.object({
  reads: z.array(z.string()),
  sends_to: z.array(z.string()),
  models: z.array(z.string()),
  kept: z.string(),
  accounts: z.array(AgentAccount).default([]),
  agents: z.array(AgentInside).default([]),
})

/** The listing text that belongs to a version. Markdown in `how_it_works`. */
export const AgentListing = z.object({
  does: z.array(z.string()),
  does_not: z.array(z.string()),
  how_it_works: z.string(),
  /** Shown with every result of a clinical or legal agent. */
  disclaimer: z.string().nullable(),
  /** The seller publishes which steps it is made of, but never their settings. */
  workflow_open: z.boolean(),
})

/** What "Try it" offers. With `file`, that document is fetched from `url` and uploaded into the input's `field` first. */
export const AgentSample = z.object({
  title: z.string(),
  input: JsonObject,
  file: z.object({ field: z.string(), url: z.string() }).nullable(),
})

export const AgentVersion = z.object({
  id: AgentVersionId,
  number: z.number().int(),
  input_schema: JsonObject,
  output_schema: JsonObject,
  /** Which viewer shows the result: a view of Render result. */
  view: z.string(),
  samples: z.array(AgentSample),
  permissions: AgentPermissions,
  listing: AgentListing,
  price: Price,
  changelog: z.string(),
  content_hash: z.string(),
  created_at: Timestamp,
})

/** A price that changed with a version, for buyers of an earlier one. */
export const PriceChange = z.object({
  type: z.enum(PRICE_TYPES),
  from_paise: z.number().int().describe('With GST.'),
  to_paise: z.number().int().describe('With GST.'),
  announced_at: Timestamp,
  /** From then on buyers of an earlier version pay it as well. */
  effective_at: Timestamp,
})
export type PriceChange = z.infer<typeof PriceChange>

/**
 * What the quality of an agent is made of: `score` from 0 to 1 and what it was measured from: fractions for `success` and `refunds`,
 * stars for `reviews`, ms for `time`, paise for `price`.
 */
export const QualityPart = z.object({
  part: z.enum(['success', 'reviews', 'time', 'refunds', 'price']),
  score: z.number().describe('From 0 to 1.'),
  weight: z.number().int(),
  value: z.number().describe('What was measured, in the unit of the part.'),
})
export type QualityPart = z.infer<typeof QualityPart>

/** What its seller says of an agent that is sold. `notice` is one line, `since` null where nothing is said. */
export const AgentNotice = z.object({ maintenance: z.boolean(), notice: z.string(), since: Timestamp.nullable() })
export type AgentNotice = z.infer<typeof AgentNotice>

export const AgentDetail = Agent.extend({
  quality_parts: z.array(QualityPart),
  description: z.string(),
  status: z.enum(AGENT_STATUSES),
  /** What its seller says about a deprecated one. */
  status_note: z.string(),
  standing: AgentNotice,
  accept_days: z
    .number()
    .int()
    .nullable()
    .describe(
      'How many days buyers have to accept a result before it is charged; null where runs are charged when they succeed.',
    ),
  /** The newest; null when the price never changed. */
  price_change: PriceChange.nullable(),
  version: AgentVersion.nullable(),
  /** The PDF that the first recorded sample of this version read, whose pages are public; null without one. */
  sample_document: FileId.nullable(),
  versions: z.array(z.object({ number: z.number().int(), changelog: z.string(), created_at: Timestamp })),
  similar: z.array(Agent),
  abilities: z.object({ run: Ability, deploy: Ability }),
  about_seller: SellerFacts.extend({
    /** Others of theirs, the most used first. */
    others: z.array(z.object({ slug: Slug, name: z.string(), icon: z.string() })),
  }),
})

/** Facet counts hold under the search and the other filters, so that a choice shows what it would leave. */
export const AgentFacets = z.object({
  categories: z.array(z.object({ slug: Slug, name: z.string(), count: z.number().int() })),
  prices: z.array(z.object({ type: z.enum(PRICE_TYPES), count: z.number().int() })),
  /** That many stars or more. */
  ratings: z.array(z.object({ least: z.number().int(), count: z.number().int() })),
  /** No language model sees what is given. */
  no_model: z.number().int(),
  /** They call nothing outside; a language model may still be asked. */
  offline: z.number().int(),
})

export const AgentPage = z.object({
  agents: z.array(Agent),
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  has_next: z.boolean(),
  has_previous: z.boolean(),
  facets: AgentFacets,
  /** What was searched for instead, when a word was misspelt. */
  corrected: z.string().nullable(),
  /** Of these agents, those that have none of the words and mean what was asked. */
  related: z.array(AgentId),
  /** What the search means is being worked out: asked again in a moment, there may be more. */
  more_soon: z.boolean(),
})

export type Price = z.infer<typeof Price>
export type AgentStats = z.infer<typeof AgentStats>
export type Seller = z.infer<typeof Seller>
export type SellerFacts = z.infer<typeof SellerFacts>
export type Agent = z.infer<typeof Agent>
export type AgentSample = z.infer<typeof AgentSample>
export type AgentVersion = z.infer<typeof AgentVersion>
export type AgentPermissions = z.infer<typeof AgentPermissions>
export type AgentListing = z.infer<typeof AgentListing>
export type AgentDetail = z.infer<typeof AgentDetail>
export type AgentFacets = z.infer<typeof AgentFacets>
export type AgentPage = z.infer<typeof AgentPage>

/** An id or a slug. */
export const AgentRef = z.union([z.uuid(), Slug])

export const AgentQuery = z.object({
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  category: Slug.optional(),
  price: z.enum(PRICE_TYPES).optional(),
  featured: z.enum(['true', 'false']).optional(),
  /** At least that many stars. */
  rating: z.coerce.number().int().min(1).max(5).optional(),
  /** Only agents that ask no language model. */
  model: z.literal('none').optional(),
  /** Only agents that call nothing outside; a language model may still be asked. */
  offline: z.literal('true').optional(),
  /** Only agents whose steps may be looked at. */
  workflow_enabled: z.literal('true').optional(),
  /** Only agents of the seller with this handle. */
  seller: Slug.optional(),
  /** Only agents that the caller has saved; nobody has when nobody is signed in: 401. */
  saved: z.literal('true').optional(),
  /** `relevance` needs a search and means `popular` without one. */
  sort: z.enum(AGENT_SORTS).default('relevance'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number().int().min(1).max(LIMITS.pages.max).default(LIMITS.pages.agents),
})
export type AgentQuery = z.output<typeof AgentQuery>

export const agentEndpoints = {
  listAgents: endpoint({
    method: 'GET',
    path: '/api/v1/agents',
    access: anyone,
    query: AgentQuery,
    returns: AgentPage,
  }),
  getAgent: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}',
    access: anyone,
    params: z.object({ id: AgentRef }),
    returns: AgentDetail,
    errors: ['not_found'],
  }),
  getAgentWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/workflow',
    access: anyone,
    params: z.object({ id: AgentRef }),
    returns: AgentWorkflow,
    errors: ['not_found'],
  }),
  getAgentDocument: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/document',
    access: anyone,
    params: z.object({ id: AgentRef }),
    returns: AgentDocument,
    errors: ['not_found'],
  }),
  listFeatured: endpoint({
    method: 'GET',
    path: '/api/v1/featured',
    access: anyone,
    returns: z.object({
      items: z.array(Agent),
      total: z.number().int(),
      limit: z.number().int(),
      offset: z.number().int(),
    }),
  }),
}
