/** Agents that cost money, and buyers with credits, in the database alone. */
import { randomUUID } from 'node:crypto'
import type { AgentAccount, AgentInside } from '#contract/agents/agents.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { TestDatabase } from './database.ts'
import { storeWorkflow } from './engine.ts'
import { giveSellerDetails } from './seller-details.ts'
import { insertUser } from './users.ts'

export interface PaidAgent {
  seller: UserId
  agent_id: AgentId
  agent_version_id: AgentVersionId
  workflow_version_id: string
}

interface Price {
  type: 'free' | 'per_run' | 'monthly' | 'one_time'
  paise: number
  trial_runs: number
  samples: { title: string; input: unknown }[]
  /** Where its passport says that it sends to. */
  sends_to: string[]
  /** The accounts of the buyer that it works with. */
  accounts: AgentAccount[]
  /** The agents that its steps run. */
  agents: AgentInside[]
}

/** A published agent. */
export async function insertAgent(
  database: TestDatabase,
  document: WorkflowDocument,
  {
    type = 'per_run',
    paise = 500,
    trial_runs = 0,
    samples = [],
    sends_to = [],
    accounts = [],
    agents = [],
  }: Partial<Price> = {},
  by?: UserId,
): Promise<PaidAgent> {
  const { pool } = database
  const seller = by ?? (await insertUser(database, 'seller'))
  await giveSellerDetails(pool, seller)
  const { version_id } = await storeWorkflow(pool, seller, document)
  const agent_id = randomUUID() as AgentId
  const agent_version_id = randomUUID() as AgentVersionId
  await pool.query(
    `insert into categories (slug, name, description, icon, position) values ('paid', 'Paid', 'Of tests', 'bot', 99) on conflict do nothing`,
  )
  await pool.query(
    `insert into agents (id, slug, seller_id, name, tagline, description, category_slug, icon, status, price_type, price_paise, trial_runs,
      published_at)
     values ($1, $2, $3, 'Paid agent', 'Costs money', 'An agent of a test', 'paid', 'bot', 'published',
      $4, $5, $6, now())`,
    [agent_id, `paid-${agent_id.slice(0, 8)}`, seller, type, paise, trial_runs],
  )
  await pool.query(
    `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
      price_paise, content_hash, permissions, published_at)
     values ($1, $2, 1, $3, '{"type":"object"}', '{}', 'json', $4, $5, $6, gen_random_uuid()::text, $7, now())`,
    [
      agent_version_id,
      agent_id,
      version_id,
      JSON.stringify(samples),
      type,
      paise,
      JSON.stringify({ sends_to, accounts, agents }),
    ],
  )
  await pool.query('update agents set current_version_id = $2 where id = $1', [agent_id, agent_version_id])
  return { seller, agent_id, agent_version_id, workflow_version_id: version_id }
}

/** Credits out of nothing but the gateway. */
export const giveCredits = ({ db }: TestDatabase, owner: UserId, paise: number): Promise<unknown> =>
  db.transaction().execute((tx) =>
    postToLedger(tx, {
      key: `top:${randomUUID()}`,
      kind: 'top_up',
      cause: { type: 'test', id: owner },
      lines: [
        { account: 'gateway', paise: -paise },
        { account: 'credits', owner, paise },
      ],
    }),
  )

/** An agent bought for good, without a payment. @returns the purchase's id */
export async function addPurchase(
  { pool }: Pick<TestDatabase, 'pool'>,
  buyer: string,
  agent: { id: string; version_id: string },
): Promise<string> {
  const order = randomUUID()
  await pool.query(
    `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at)
     values ($1, $2, 'agent', '{}', 'An agent', 100, '27', 'Somebody', 'test', $3, 'paid', now())`,
    [order, buyer, order.slice(0, 30)],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into purchases (buyer_id, agent_id, agent_version_id, kind, order_id, starts_at)
     values ($1, $2, $3, 'once', $4, now() - interval '1 day') returning id`,
    [buyer, agent.id, agent.version_id, order],
  )
  return rows[0]?.id ?? ''
}
