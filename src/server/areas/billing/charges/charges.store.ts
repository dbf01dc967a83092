/** The SQL of charges. How they end is in the database (migration 0108), in the transaction that ends their runs. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type AgentAccount, AgentInside } from '#contract/agents/agents.ts'
import type { AgentId, AgentVersionId, ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ChargeStatus, ReleaseReason } from '#contract/runs/acceptance/charge-values.ts'
import { addressOfPerson, hasLegalIdentity, isPersonProven } from '#server/areas/accounts/accounts.ts'
import { publicStatus, sendsTo } from '#server/areas/agents/agents.ts'
import type { SaleSplit } from '#server/areas/billing/tax/split-sale.ts'
import { readAccounts } from '#server/areas/connectors/connectors.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Versions from before agents could run others name none. */
const Inside = z.array(AgentInside).catch([])

export interface Terms {
  agent_id: AgentId
  seller_id: UserId
  price_type: string
  /** Where it sends what it is given. */
  sends_to: string[]
  /** The accounts of the buyer that it works with. */
  accounts: AgentAccount[]
  /** The agents that its steps run, which the person who runs it pays for. */
  agents: AgentInside[]
}

/** How a version is paid, and where it sends to. It never changes; what it costs may. */
export async function findTerms(db: Queryable, version: string): Promise<Terms | null> {
  const { rows } = await sql<Omit<Terms, 'accounts' | 'agents'> & { accounts: unknown; agents: unknown }>`
    select v.agent_id, a.seller_id, v.price_type, ${sendsTo}, v.permissions -> 'accounts' as accounts,
      v.permissions -> 'agents' as agents
    from agent_versions v join agents a on a.id = v.agent_id where v.id = ${version}`.execute(db)
  const [row] = rows
  return row ? { ...row, accounts: readAccounts(row.accounts), agents: Inside.parse(row.agents) } : null
}

/** The version of an agent that a first run would take, where anyone may run it. */
export async function findListedVersion(db: Queryable, agent: AgentId): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.current_version_id as id from agents a
    where a.id = ${agent} and a.current_version_id is not null and ${publicStatus} in ('published', 'deprecated')`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

export interface BuyerRow {
  /** Of the person who buys, or who made the workspace that does. */
  email: string
  /** Whether the address is proven. */
  is_verified: boolean
  /** Free runs that the agent gives each buyer. */
  trial_runs: number
  /** How many days buyers have to accept a result before it is charged; null where runs are charged when they succeed. */
  accept_days: number | null
  seller_rate: number
  /** Whether the seller has the legal particulars without which nothing is sold. */
  sells: boolean
}

export async function findParties(db: Queryable, buyer: UserId, agent: AgentId): Promise<BuyerRow | null> {
  const { rows } = await sql<BuyerRow>`
    select ${addressOfPerson('b')} as email, ${isPersonProven('b')} as is_verified, a.trial_runs, a.accept_days, s.commission_rate::float8 as seller_rate,
      ${hasLegalIdentity(sql`a.seller_id`)} as sells
    from users b, agents a join users s on s.id = a.seller_id where b.id = ${buyer} and a.id = ${agent}`.execute(db)
  return rows[0] ?? null
}

/** What a version costs at a time, in paise: its own price, or a later one that was announced in time. */
export async function findPrice(db: Queryable, version: string, at: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`select price_of_version(${version}, ${at})::float8 as paise`.execute(db)
  return rows[0]?.paise ?? 0
}

export interface Trying {
  buyer: UserId
  /** `personKey` of the address they have now. */
  person: string
  agent: AgentId
  /** What the agent gives each person; what codes gave comes on top. */
  limit: number
}

/** Of what the agent gives, less what the same account took under addresses it had before. */
const ownLimit = ({ buyer, person, agent, limit }: Trying) => sql`greatest(0, ${limit}::int - (
  select count(*)::int from charges c
  where c.buyer_id = ${buyer} and c.agent_id = ${agent} and c.kind = 'trial' and c.trial_key <> ${person} and c.status <> 'released'))`

/** Takes one, unless all are taken: any number may ask at once, exactly as many get true. */
export async function takeTrial(tx: Queryable, trying: Trying): Promise<boolean> {
  const { person, agent } = trying
  const { rows } = await sql`
    with own as materialized (select ${ownLimit(trying)} as most)
    insert into trial_runs as t (person_key, agent_id, used)
    select ${person}, ${agent}, 1 from own
    where own.most > 0 or exists (select 1 from trial_runs g where g.person_key = ${person} and g.agent_id = ${agent})
    on conflict (person_key, agent_id) do update set used = t.used + 1 where t.used < t.given + (select most from own)
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function countTrialsLeft(db: Queryable, trying: Trying): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, ${ownLimit(trying)} + coalesce(t.given - t.used, 0)) as left
    from (select 1) one left join trial_runs t on t.person_key = ${trying.person} and t.agent_id = ${trying.agent}`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

/** Runs that a code gave. */
export async function giveTrials(tx: Queryable, person: string, agent: string, runs: number): Promise<void> {
  await sql`
    insert into trial_runs as t (person_key, agent_id, given) values (${person}, ${agent}, ${runs})
    on conflict (person_key, agent_id) do update set given = t.given + ${runs}`.execute(tx)
}

export interface NewCharge {
  id: string
  execution_id: string
  buyer_id: UserId
  /** The member of a workspace whose run it is. */
  member_id: UserId | null
  seller_id: UserId
  agent_id: AgentId
  agent_version_id: AgentVersionId
  service_id: string | null
  kind: 'credits' | 'trial' | 'purchase' | 'models'
  price_paise: number
  cap_paise: number | null
  /** The run that the person started, where a step of it asked for this one. */
  root_execution_id: string | null
  split: (SaleSplit & { commission_rate: number }) | null
  trial_key: string | null
  /** Its price is charged when the result is accepted, for which there are so many days. */
  accept_days: number | null
  created_at: Date
}

export async function insertCharge(tx: Queryable, charge: NewCharge): Promise<void> {
  const { split, ...rest } = charge
  await sql`
    insert into charges (id, execution_id, buyer_id, member_id, seller_id, agent_id, agent_version_id, service_id, kind, price_paise, cap_paise,
      split, trial_key, root_execution_id, accept_days, created_at)
    values (${rest.id}, ${rest.execution_id}, ${rest.buyer_id}, ${rest.member_id}, ${rest.seller_id}, ${rest.agent_id}, ${rest.agent_version_id},
      ${rest.service_id}, ${rest.kind}, ${rest.price_paise}, ${rest.cap_paise}, ${split && JSON.stringify(split)}::jsonb,
      ${rest.trial_key}, ${rest.root_execution_id}, ${rest.accept_days}, ${rest.created_at})`.execute(tx)
}

/** Gives back the charge of a run that is not there. @returns false when it is, or the charge has ended */
export async function releaseOrphan(db: Queryable, charge: string): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`select release_orphan(${charge}) as released`.execute(db)
  return rows[0]?.released === true
}

/** Charges older than `age_ms` whose runs are not there: their process died between the two, or the runs were removed. */
export async function findOrphans(db: Queryable, age_ms: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from charges c
    where c.status in ('held', 'running') and c.created_at < now() - ${age_ms} * interval '1 millisecond'
      and not exists (select 1 from executions e where e.id = c.execution_id)
    order by c.created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface SaleRow {
  id: string
  seller_id: UserId
  gross_paise: number
  commission_paise: number
  commission_gst_paise: number
  gst_paise: number
  tcs_paise: number
  tds_paise: number
  seller_paise: number
  refunded_paise: number
  /** The seller's part is payable from then on, unless a bank disputes the payment or a refund waits for its decision. */
  held_until: Date
  released_at: Date | null
}

const saleColumns = sql`id, seller_id, gross_paise::float8 as gross_paise, commission_paise::float8 as commission_paise,
  commission_gst_paise::float8 as commission_gst_paise, gst_paise::float8 as gst_paise, tcs_paise::float8 as tcs_paise,
  tds_paise::float8 as tds_paise, seller_paise::float8 as seller_paise, refunded_paise::float8 as refunded_paise, held_until, released_at`

/** Sales whose sellers may have their part now, locked; those that others are at are left out. */
export async function takeDueSales(tx: Queryable, now: Date, limit: number): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select ${saleColumns} from sales s where held_until <= ${now} and released_at is null
      and not exists (select 1 from orders o join disputes d on d.payment_id = o.payment_id
        where o.id = s.order_id and d.status in ('open', 'under_review'))
      and not exists (select 1 from refunds r where r.status = 'requested' and (r.order_id = s.order_id or r.sale_id = s.id))
    order by held_until limit ${limit} for no key update skip locked`.execute(tx)
  return rows
}

/** Locked until the transaction ends. */
export async function lockSale(tx: Queryable, id: string): Promise<SaleRow | null> {
  const { rows } = await sql<SaleRow>`select ${saleColumns} from sales where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

export async function findSaleOfOrder(db: Queryable, order: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from sales where order_id = ${order}`.execute(db)
  return rows[0]?.id ?? null
}

export interface NewSale extends Omit<SaleRow, 'id' | 'refunded_paise' | 'released_at'> {
  buyer_id: UserId
  agent_id: AgentId
  agent_version_id: AgentVersionId
  kind: 'month' | 'once'
  order_id: string
  supplier: string
  commission_rate: number
}

export async function insertSale(tx: Queryable, sale: NewSale): Promise<void> {
  await sql`
    insert into sales (buyer_id, seller_id, agent_id, agent_version_id, kind, order_id, gross_paise, supplier, commission_rate,
      commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until)
    values (${sale.buyer_id}, ${sale.seller_id}, ${sale.agent_id}, ${sale.agent_version_id}, ${sale.kind}, ${sale.order_id},
      ${sale.gross_paise}, ${sale.supplier}, ${sale.commission_rate}, ${sale.commission_paise}, ${sale.commission_gst_paise},
      ${sale.gst_paise}, ${sale.tcs_paise}, ${sale.tds_paise}, ${sale.seller_paise}, ${sale.held_until})`.execute(tx)
}

export async function noteReleased(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await sql`update sales set released_at = ${now} where id = any(${sql.val(ids)}::uuid[])`.execute(tx)
}

export async function noteHeld(tx: Queryable, id: string, now: Date): Promise<void> {
  await sql`update sales set released_at = null, held_until = ${now} where id = ${id}`.execute(tx)
}

export async function noteRefunded(tx: Queryable, id: string, refunded_paise: number): Promise<void> {
  await sql`update sales set refunded_paise = ${refunded_paise} where id = ${id}`.execute(tx)
}

export interface ChargeRow {
  kind: 'credits' | 'trial' | 'purchase' | 'models'
  status: ChargeStatus
  reason: ReleaseReason | null
  price_paise: number
  cap_paise: number | null
  model_micros: number
  models_paise: number
  accept_days: number | null
}

export async function findCharge(db: Queryable, execution: ExecutionId): Promise<ChargeRow | null> {
  const { rows } = await sql<ChargeRow>`
    select kind, status, reason, price_paise::float8 as price_paise, cap_paise::float8 as cap_paise,
      model_micros::float8 as model_micros,
      (case when status in ('awaiting', 'settled', 'rejected') then models_paise when status = 'released' then 0
        else models_held_paise end)::float8 as models_paise, accept_days
    from charges where execution_id = ${execution}`.execute(db)
  return rows[0] ?? null
}

/** What is held for a run, and whether that has ended; null where the run is free. */
export async function findHeldCharge(
  db: Queryable,
  execution: string,
): Promise<{ id: string; execution_id: string; ended: boolean } | null> {
  const { rows } = await sql<{ id: string; execution_id: string; ended: boolean }>`
    select id, execution_id, status not in ('held', 'running') as ended from charges where execution_id = ${execution}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** What models of a run are paid on (see `charge_of_models`); null where nobody pays for them. */
export async function chargeOfModels(tx: Queryable, execution: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select charge_of_models(${execution}::uuid) as id`.execute(tx)
  return rows[0]?.id ?? null
}

export interface LockedCharge {
  buyer_id: UserId
  member_id: UserId | null
  service_id: string | null
  /** The run around it that the person started, or itself where it has runs of agents inside; null for every other. */
  root: string | null
  price_paise: number
  cap_paise: number | null
  models_held_paise: number
  /** With GST: what models took so far, and with `micros` more. */
  used_paise: number
  need_paise: number
}

/** Locked until the transaction ends. Null when its run has ended. */
export async function lockCharge(tx: Queryable, id: string, micros: number): Promise<LockedCharge | null> {
  const { rows } = await sql<LockedCharge>`
    select buyer_id, member_id, service_id, price_paise::float8 as price_paise, cap_paise::float8 as cap_paise,
      coalesce(root_execution_id, (select i.root_execution_id from charges i where i.root_execution_id = charges.execution_id limit 1))
        as root, models_held_paise::float8 as models_held_paise, models_price(model_micros, created_at)::float8 as used_paise,
      models_price(model_micros + ${micros}, created_at)::float8 as need_paise
    from charges where id = ${id} and status in ('held', 'running') for no key update`.execute(tx)
  return rows[0] ?? null
}

export async function noteModelsHeld(tx: Queryable, id: string, paise: number): Promise<void> {
  await sql`update charges set models_held_paise = ${paise} where id = ${id}`.execute(tx)
}
