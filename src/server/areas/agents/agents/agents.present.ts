/** Rows of agents as the contract shows them. */
import { z } from 'zod'
import {
  type Agent,
  AgentListing,
  type AgentNotice,
  AgentPermissions,
  type AgentPreview,
  AgentSample,
  type AgentVersion,
  PRICE_TYPES,
  type Price,
  type PriceChange,
  QualityPart,
} from '#contract/agents/agents.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import type { CardRow, DetailRow } from './agents.store.ts'

export const presentPriceChange = (row: DetailRow['price_change']): PriceChange | null =>
  row && {
    ...row,
    type: z.enum(PRICE_TYPES).parse(row.type),
    announced_at: new Date(row.announced_at).toISOString(),
    effective_at: new Date(row.effective_at).toISOString(),
  }

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const presentPrice = (type: string, paise: number): Price => ({
  type: z.enum(PRICE_TYPES).parse(type),
  paise,
  currency: 'INR',
})

export const presentCard = (row: CardRow, preview: AgentPreview | null): Agent => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  tagline: row.tagline,
  category: { slug: row.category_slug, name: row.category_name },
  more_categories: row.more_categories,
  icon: row.icon,
  tags: row.tags,
  seller: {
    id: row.seller_id,
    handle: row.seller_handle,
    display_name: row.seller_name,
    is_verified: row.seller_verified,
    avatar_url: row.seller_avatar,
  },
  is_featured: row.is_featured,
  price: presentPrice(row.price_type, row.price_paise),
  trial_runs: row.trial_runs,
  stats: {
    runs: row.runs ?? 0,
    success_rate: row.runs ? (row.succeeded ?? 0) / row.runs : null,
    median_ms: row.median_ms,
    users_30d: row.users_30d ?? 0,
    measured_at: iso(row.measured_at),
  },
  rating: row.rating,
  review_count: row.review_count,
  quality: row.quality,
  preview,
  published_at: iso(row.published_at),
  updated_at: row.updated_at.toISOString(),
})

// What a version was published with is kept as it was; a field that came later has its empty value.
const StoredPermissions = AgentPermissions.extend({
  reads: AgentPermissions.shape.reads.catch([]),
  sends_to: AgentPermissions.shape.sends_to.catch([]),
  models: AgentPermissions.shape.models.catch([]),
  kept: AgentPermissions.shape.kept.catch(''),
  accounts: AgentPermissions.shape.accounts.catch([]),
  agents: AgentPermissions.shape.agents.catch([]),
})
const StoredListing = AgentListing.extend({
  does: AgentListing.shape.does.catch([]),
  does_not: AgentListing.shape.does_not.catch([]),
  how_it_works: AgentListing.shape.how_it_works.catch(''),
  disclaimer: AgentListing.shape.disclaimer.catch(null),
  workflow_open: AgentListing.shape.workflow_open.catch(false),
})
const StoredSamples = z.array(AgentSample.extend({ file: AgentSample.shape.file.catch(null) })).catch([])

const StoredParts = z.array(QualityPart).catch([])
export const presentQuality = (stored: unknown): QualityPart[] => StoredParts.parse(stored ?? [])

export const presentSamples = (stored: unknown): AgentSample[] => StoredSamples.parse(stored)
export const presentListing = (stored: unknown): AgentListing => StoredListing.parse(stored ?? {})

export const presentNotice = ({
  maintenance,
  notice,
  notice_at,
}: Pick<DetailRow, 'maintenance' | 'notice' | 'notice_at'>): AgentNotice => ({
  maintenance,
  notice,
  since: iso(notice_at),
})

export function presentVersion(row: DetailRow): AgentVersion | null {
  if (row.version_id === null || row.number === null || row.version_created_at === null) return null
  return {
    id: row.version_id,
    number: row.number,
    input_schema: JsonObject.parse(row.input_schema),
    output_schema: JsonObject.parse(row.output_schema),
    view: row.view ?? 'json',
    samples: presentSamples(row.samples),
    permissions: StoredPermissions.parse(row.permissions ?? {}),
    listing: presentListing(row.listing),
    price: presentPrice(row.version_price_type ?? row.price_type, row.version_price_paise ?? row.price_paise),
    changelog: row.changelog ?? '',
    content_hash: row.content_hash ?? '',
    created_at: row.version_created_at.toISOString(),
  }
}
