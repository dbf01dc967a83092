/**
 * Public reads of the marketplace: lists, facets, one agent. Lists and counts are cached until the marketplace changes,
 * so that a busy one costs the database little.
 */

import type { AgentDocument, AgentWorkflow } from '#contract/agents/agent-workflow.ts'
import type { Agent, AgentDetail, AgentFacets, AgentPage, AgentQuery } from '#contract/agents/agents.ts'
import { PRICE_TYPES } from '#contract/agents/agents.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import type { BookmarkGrant } from '#server/areas/agents/bookmarks/bookmarks.store.ts'
import { listCategories } from '#server/areas/agents/categories/categories.store.ts'
import { type EmbeddingSearch, noEmbeddingSearch } from '#server/areas/agents/embeddings/embedding-search.ts'
import { firstSamplesOf } from '#server/areas/agents/listing/previews.ts'
import { presentFacts } from '#server/areas/agents/sellers/facts.ts'
import { findById } from '#server/areas/agents/sellers/page.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type AsyncCache, createCache, createPolledEpoch, createUncached } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/database/reader.ts'
import { readCompany } from '#server/platform/settings/company.ts'
import {
  areSettingsVisible,
  deployAbility,
  maySeeAgent,
  maySeeDocument,
  maySeeWorkflow,
  runAbility,
  type SeeGrant,
} from './agents.policy.ts'
import { presentCard, presentNotice, presentPriceChange, presentQuality, presentVersion } from './agents.present.ts'
import * as store from './agents.store.ts'
import { presentDocument, presentWorkflow } from './open-workflow.ts'
import { findRelated } from './search.ts'
import { type Answers, createAnswers } from './search-cache.ts'
import { normaliseSearch } from './search-query.ts'

const SIMILAR = 3
const FEATURED = 12
/** Of the same seller. */
const OTHERS = 3
/** Of the facet: that many stars or more. */
const RATINGS = [4, 3] as const

export interface Marketplace {
  /**
   * Published agents, with facet counts under the search and the other filters; only saved ones when their ids are
   * given.
   */
  list(query: Omit<AgentQuery, 'saved'>, saved?: BookmarkGrant | null): Promise<AgentPage>
  featured(): Promise<{ items: Agent[]; total: number; limit: number; offset: number }>
  /** By id or slug. @throws not_found, also for an agent the caller may not see */
  get(caller: Caller, ref: string): Promise<AgentDetail>
  /** The same as its rows, for what belongs to its page. @throws not_found */
  see(caller: Caller, ref: string): Promise<SeeGrant>
  /** The steps of the current version. @throws not_found, also when the seller keeps the workflow closed */
  workflow(caller: Caller, ref: string): Promise<AgentWorkflow>
  /** The whole workflow of the current version. @throws not_found, also when its settings stay with the seller */
  document(caller: Caller, ref: string): Promise<AgentDocument>
}

/** A page as it is remembered. `saved_by` is never a part of what is remembered. */
type Asked = store.Listing &
  Pick<AgentQuery, 'page' | 'page_size'> & {
    /** What means what is searched for. */
    related?: readonly AgentId[]
  }

type Filters = Pick<AgentQuery, 'category' | 'price' | 'featured' | 'rating' | 'model' | 'offline'>

const isIn = ({ category_slug, more_categories }: store.CountRow, category: string): boolean =>
  category_slug === category || more_categories.includes(category)

const sum = (kinds: readonly store.CountRow[], filters: Filters): number => {
  let total = 0
  for (const kind of kinds) {
    if (filters.category && !isIn(kind, filters.category)) continue
    if (filters.price && kind.price_type !== filters.price) continue
    if (filters.featured && kind.is_featured !== (filters.featured === 'true')) continue
    if (filters.rating && kind.stars < filters.rating) continue
    if (filters.model && kind.uses_model) continue
    if (filters.offline && kind.sends_out) continue
    total += kind.count
  }
  return total
}

function facetsOf(
  kinds: readonly store.CountRow[],
  filters: Filters,
  names: { slug: string; name: string }[],
): AgentFacets {
  return {
    categories: names.map(({ slug, name }) => ({ slug, name, count: sum(kinds, { ...filters, category: slug }) })),
    prices: PRICE_TYPES.map((type) => ({ type, count: sum(kinds, { ...filters, price: type }) })),
    ratings: RATINGS.map((least) => ({ least, count: sum(kinds, { ...filters, rating: least }) })),
    no_model: sum(kinds, { ...filters, model: 'none' }),
    offline: sum(kinds, { ...filters, offline: 'true' }),
  }
}

/** Answers of one kind that are kept: pages, agents, counts. */
const KEPT = 1000
/** For what goes into a remembered page, where an old count would stay, and for what decides who may see an agent. */
const NEVER_OLD = -1
/** How long the previous list may be served while a changed one is read again. */
const LAG_MS = 10_000
/** Versions of the marketplace stay below it. */
const GENERATION = 2 ** 32

interface Options {
  /** For lists, which may be a few seconds old. Who may see an agent is decided by the primary. */
  reader: Reader
  /** How soon a change of the marketplace is noticed; 0 asks the database every time. */
  fresh_ms: number
  /** What searches mean; without it they are answered by their words. */
  embeddingSearch?: EmbeddingSearch
}

export function createMarketplace(
  db: Database,
  { reader, fresh_ms, embeddingSearch = noEmbeddingSearch }: Options,
): Marketplace {
  const epoch = createPolledEpoch(() => store.findVersion(db), fresh_ms)
  // What the reader answers is valid for as long as it says the same: the primary may be ahead of it.
  const readerEpoch = createPolledEpoch(
    async () => reader.generation() * GENERATION + (await store.findVersion(reader.db)),
    fresh_ms,
  )
  const cached = <T>(fetch: (key: string) => Promise<T>, lag_ms = LAG_MS, by = epoch): AsyncCache<T> =>
    fresh_ms === 0 ? createUncached(fetch) : createCache(fetch, { epoch: by, lag_ms, max: KEPT })
  const answers = createAnswers(reader.db, (fetch) => cached(fetch, NEVER_OLD, readerEpoch))
  const ownAnswers = createAnswers(db, createUncached)
  const categories = cached(() => listCategories(reader.db), NEVER_OLD, readerEpoch)
  const pages = cached((key) => readPage(reader.db, JSON.parse(key) as Asked, answers), LAG_MS, readerEpoch)

  async function readPage(db: Database, query: Asked, answers: Answers): Promise<AgentPage> {
    const { by, kinds, corrected } = await answers(query)
    const total = sum(kinds, query)
    const offset = (query.page - 1) * query.page_size
    const rows = offset < total ? await store.findPage(db, query, { limit: query.page_size, offset, by, total }) : []
    return {
      agents: await presentCards(db, rows),
      total,
      page: query.page,
      page_size: query.page_size,
      has_next: offset + rows.length < total,
      has_previous: query.page > 1 && total > 0,
      facets: facetsOf(kinds, query, await categories.get('')),
      corrected,
      related: rows.filter(({ only_related }) => only_related).map(({ id }) => id),
      more_soon: false,
    }
  }

  const details = cached((ref) => store.findAgent(db, ref), NEVER_OLD)
  const documents = cached((version) => store.findDocument(db, version as AgentVersionId))
  const sellers = cached((seller) => readSeller(db, seller as UserId))
  const similar = cached(async (category) => presentCards(db, await store.findSimilar(db, category, SIMILAR + 1)))

  return {
    async list(query, saved) {
      const search = normaliseSearch(query.search ?? '')
      // Text without a single letter or digit matches nothing; it is not the absence of a search.
      if (search === '' && query.search?.trim()) return emptyPage(query)
      const { category, price, featured, rating, model, offline, workflow_enabled, seller, sort, page, page_size } =
        query
      const filters = { category, price, featured, rating, model, offline, workflow_enabled, seller }
      const asked = { search: search || undefined, ...filters, sort, page, page_size }
      // What one has just saved is in the list: that of the primary.
      if (saved) return readPage(db, { ...asked, saved_by: saved.on }, ownAnswers)
      const { related, late } = await findRelated(embeddingSearch, asked.search, () => answers(asked))
      const found = await pages.get(JSON.stringify({ ...asked, ...(related.length > 0 && { related }) }))
      return late ? { ...found, more_soon: true } : found
    },
    async featured() {
      const asked: Asked = { featured: 'true', sort: 'popular', page: 1, page_size: FEATURED }
      const page = await pages.get(JSON.stringify(asked))
      return { items: page.agents, total: page.total, limit: FEATURED, offset: 0 }
    },
    async workflow(caller, ref) {
      const { on: row } = maySeeWorkflow(caller, await details.get(ref))
      return presentWorkflow(row, await documents.get(row.version_id), areSettingsVisible(caller, row))
    },
    async document(caller, ref) {
      const { on: row } = maySeeDocument(caller, await details.get(ref))
      return presentDocument(row, await documents.get(row.version_id))
    },
    see: async (caller, ref) => maySeeAgent(caller, await details.get(ref)),
    async get(caller, ref) {
      const { on: row } = maySeeAgent(caller, await details.get(ref))
      // It has no page: it is there for services of its owner alone.
      if (row.status === 'private') throw new AppError('not_found')
      const [others, seller] = await Promise.all([similar.get(row.category_slug), sellers.get(row.seller_id)])
      if (!seller) throw new Error(`agent ${row.id} has no seller`)
      return { ...(await presentDetail(db, caller, row, others)), about_seller: aboutSeller(seller, row) }
    },
  }
}

async function presentCards(db: Database, rows: readonly store.CardRow[]): Promise<Agent[]> {
  const sample = await firstSamplesOf(
    db,
    rows.map(({ current_version_id }) => current_version_id),
  )
  return rows.map((row) => presentCard(row, sample(row.current_version_id).preview))
}

async function readSeller(db: Database, seller: UserId): Promise<AgentDetail['about_seller'] | null> {
  const [row, others, operator] = await Promise.all([
    findById(db, seller),
    store.findOfSeller(db, seller, OTHERS + 1),
    readCompany(db),
  ])
  return row && { ...presentFacts(row, operator), others }
}

const aboutSeller = (
  { others, ...seller }: AgentDetail['about_seller'],
  { slug, price_type }: store.DetailRow,
): AgentDetail['about_seller'] => ({
  ...seller,
  // Who sells is told where something is sold: what is free here is no sale, whatever else they sell.
  business: price_type === 'free' ? null : seller.business,
  others: others.filter((other) => other.slug !== slug).slice(0, OTHERS),
})

async function presentDetail(
  db: Database,
  caller: Caller,
  row: store.DetailRow,
  others: readonly Agent[],
): Promise<Omit<AgentDetail, 'about_seller'>> {
  const { preview, document } = (await firstSamplesOf(db, [row.current_version_id]))(row.current_version_id)
  return {
    ...presentCard(row, preview),
    quality_parts: presentQuality(row.quality_parts),
    description: row.description,
    status: row.status as AgentDetail['status'],
    status_note: row.status_note,
    standing: presentNotice(row),
    accept_days: row.price_type === 'per_run' ? row.accept_days : null,
    price_change: presentPriceChange(row.price_change),
    version: presentVersion(row),
    sample_document: document,
    versions: row.versions.map((version) => ({ ...version, created_at: new Date(version.created_at).toISOString() })),
    similar: others.filter((other) => other.id !== row.id).slice(0, SIMILAR),
    abilities: { run: runAbility(row), deploy: deployAbility(caller, row) },
  }
}

const emptyPage = ({ page, page_size }: Pick<AgentQuery, 'page' | 'page_size'>): AgentPage => ({
  agents: [],
  total: 0,
  page,
  page_size,
  has_next: false,
  has_previous: false,
  facets: { categories: [], prices: [], ratings: [], no_model: 0, offline: 0 },
  corrected: null,
  related: [],
  more_soon: false,
})
