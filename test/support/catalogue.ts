/** Agents for tests: a real workflow behind a listing. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { dataFlowOf } from '#server/areas/agents/agents/data-flow.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { storeWorkflow } from './engine.ts'
import { giveSellerDetails } from './seller-details.ts'

export interface AgentOptions {
  slug?: string
  name?: string
  tagline?: string
  category?: string
  more_categories?: string[]
  tags?: string[]
  featured?: boolean
  status?: string
  price?: [type: string, paise: number]
  input_schema?: JsonObject
  samples?: { title: string; input: JsonObject }[]
  listing?: JsonObject
  /** Of a workflow that is there, instead of the document. */
  workflow_version?: string
}

export async function addCategories(pool: Pool, ...slugs: string[]): Promise<void> {
  for (const [position, slug] of slugs.entries())
    await pool.query(
      `insert into categories (slug, name, description, icon, position) values ($1, $2, '', 'box', $3) on conflict do nothing`,
      [slug, slug[0]?.toUpperCase() + slug.slice(1), position],
    )
}

const TEXT_INPUT = { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] }

/** A published agent. @returns its id, its version's and its slug */
export async function addAgent(pool: Pool, seller: string, document: WorkflowDocument, options: AgentOptions = {}) {
  const id = uuidv7()
  const version_id = uuidv7()
  const dataFlow = dataFlowOf(document)
  const { category = 'healthcare', slug = `agent-${id.slice(-12)}`, price = ['free', 0] } = options
  await addCategories(pool, category)
  if (price[0] !== 'free') await giveSellerDetails(pool, seller)
  const workflow_version = options.workflow_version ?? (await storeWorkflow(pool, seller, document)).version_id
  await pool.query(
    `insert into agents (id, slug, seller_id, name, tagline, description, category_slug, icon, tags, status, is_featured,
      price_type, price_paise, published_at, more_categories)
      values ($1, $2, $3, $4, $5, '', $6, 'bot', $7, $8, $9, $10, $11, now(), $12)`,
    [
      id,
      slug,
      seller,
      options.name ?? 'An agent',
      options.tagline ?? 'Does a thing',
      category,
      options.tags ?? [],
      options.status ?? 'published',
      options.featured ?? false,
      price[0],
      price[1],
      options.more_categories ?? [],
    ],
  )
  await pool.query(
    `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples,
      price_type, price_paise, content_hash, listing, uses_model, sends_out)
      values ($1, $2, 1, $3, $4, '{}', 'json', $5, $6, $7, $8, $9, $10, $11)`,
    [
      version_id,
      id,
      workflow_version,
      JSON.stringify(options.input_schema ?? TEXT_INPUT),
      JSON.stringify(options.samples ?? []),
      price[0],
      price[1],
      version_id,
      JSON.stringify(options.listing ?? {}),
      dataFlow.uses_model,
      dataFlow.sends_out,
    ],
  )
  await pool.query('update agents set current_version_id = $2 where id = $1', [id, version_id])
  return { id, version_id, slug }
}
