/** SQL of public seller profiles. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { HOUSE_SELLER } from '#server/areas/accounts/accounts.ts'
import { isListed } from '#server/areas/agents/listing/is-listed.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Of `users u`: blocked or deactivated users have no page, as suspended agents have none. */
export const hasPage = sql<boolean>`(u.status not in ('blocked', 'deactivated') or (u.status = 'blocked' and u.blocked_until <= now()))`

/** Of `users u`: the house, and whose details an admin has found right. */
export const isHouse = sql<boolean>`(u.firebase_uid = ${HOUSE_SELLER.firebase_uid})`
export const isChecked = sql<boolean>`(${isHouse} or exists (
  select from seller_profiles p where p.seller_id = u.id and p.status = 'verified'))`

/** Of less than this many sales a share tells nothing. */
const FEWEST_SALES = 10

export interface SellerRow {
  id: UserId
  handle: string | null
  display_name: string
  is_verified: boolean
  avatar_url: string | null
  bio: string | null
  website_url: string | null
  since: Date | null
  agents: number
  runs: number
  rating: number | null
  review_count: number
  refund_rate: number | null
  is_house: boolean
  /** Something of theirs costs money. */
  sells: boolean
  /** As the seller declared it; null before that, and after an admin found it wrong. */
  declared: {
    legal_name: string
    address: string
    gstin: string | null
    state_code: string
    contact_email: string | null
    contact_phone: string | null
    verified: boolean
  } | null
}

async function findOne(db: Queryable, which: RawBuilder<boolean>): Promise<SellerRow | null> {
  const { rows } = await sql<SellerRow>`
    select u.id, l.handle, u.display_name, ${isChecked} as is_verified, u.avatar_url, u.bio, u.website_url, l.since,
      f.agents, f.runs, f.rating, f.review_count, m.refund_rate, ${isHouse} as is_house, f.sells,
      (select json_build_object('legal_name', p.legal_name, 'address', p.address, 'gstin', p.gstin, 'state_code', p.state_code,
          'contact_email', p.contact_email, 'contact_phone', p.contact_phone, 'verified', p.status = 'verified')
        from seller_profiles p where p.seller_id = u.id and p.status <> 'rejected') as declared
    from users u left join sellers l on l.user_id = u.id
    cross join lateral (
      select count(*)::int as agents, coalesce(sum(s.runs), 0)::float8 as runs, coalesce(bool_or(a.price_type <> 'free'), false) as sells,
        coalesce(sum(a.review_count), 0)::int as review_count,
        round((sum(a.rating * a.review_count) / nullif(sum(a.review_count) filter (where a.rating is not null), 0))::numeric, 2)::float8 as rating
      from agents a left join agent_stats s on s.agent_id = a.id
      where a.seller_id = u.id and ${isListed}
    ) f
    cross join lateral (
      select case when count(*) >= ${FEWEST_SALES} then (sum(s.refunded_paise)::float8 / sum(s.gross_paise)) end as refund_rate
      from agents a join sales s on s.agent_id = a.id
      where a.seller_id = u.id and s.created_at > now() - interval '180 days'
    ) m
    where ${which}`.execute(db)
  return rows[0] ?? null
}

/** Who has a page at this address; a blocked one has none. */
export const findByHandle = (db: Queryable, handle: string): Promise<SellerRow | null> =>
  findOne(db, sql<boolean>`u.id = (select user_id from sellers where handle = ${handle}) and ${hasPage}`)

/** Any seller, with or without a page. */
export const findById = (db: Queryable, id: UserId): Promise<SellerRow | null> =>
  findOne(db, sql<boolean>`u.id = ${id}`)
