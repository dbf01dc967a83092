/** The SQL of what is known of sellers. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ProfileRow {
  seller_id: UserId
  legal_name: string
  kind: SellerProfile['kind']
  address: string
  state_code: string
  pan_last: string | null
  gstin: string | null
  contact_email: string | null
  contact_phone: string | null
  payee_shown: string | null
  payee_from: Date | null
  status: SellerProfile['status']
  status_reason: string | null
  updated_at: Date
  key_id: string | null
  wrapped_key: Buffer | null
  sealed: Buffer | null
}

const columns = sql.raw(
  `p.seller_id, p.legal_name, p.kind, p.address, p.state_code, p.pan_last, p.gstin, p.contact_email, p.contact_phone, p.payee_shown, p.payee_from, p.status,
   p.status_reason, p.updated_at, p.key_id, p.wrapped_key, p.sealed`,
)

/** Locked when it is to be changed. */
export async function findProfile(db: Queryable, seller: UserId, lock = false): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    select ${columns} from seller_profiles p where p.seller_id = ${seller} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

export type ProfileChange = Omit<ProfileRow, 'status' | 'status_reason' | 'updated_at' | keyof Sealed> & {
  box: Sealed | null
}

/** Every change is reviewed again. `updated_at` always increases: it identifies the reviewed state. */
export async function storeProfile(tx: Queryable, change: ProfileChange): Promise<void> {
  const { seller_id, legal_name, kind, address, state_code, pan_last, gstin, payee_shown, payee_from, box } = change
  const { contact_email, contact_phone } = change
  await sql`
    insert into seller_profiles as p (seller_id, legal_name, kind, address, state_code, pan_last, gstin, contact_email, contact_phone,
      payee_shown, payee_from, key_id, wrapped_key, sealed)
    values (${seller_id}, ${legal_name}, ${kind}, ${address}, ${state_code}, ${pan_last}, ${gstin}, ${contact_email}, ${contact_phone},
      ${payee_shown}, ${payee_from},
      ${box?.key_id ?? null}, ${box?.wrapped_key ?? null}, ${box?.sealed ?? null})
    on conflict (seller_id) do update set legal_name = excluded.legal_name, kind = excluded.kind, address = excluded.address,
      state_code = excluded.state_code, pan_last = excluded.pan_last, gstin = excluded.gstin,
      contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, payee_shown = excluded.payee_shown,
      payee_from = excluded.payee_from, key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed,
      status = 'pending', status_reason = null, verified_at = null, verified_by = null,
      updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 millisecond')`.execute(tx)
}

export type ListedRow = ProfileRow & { display_name: string; email: string }

export async function findProfiles(
  db: Queryable,
  { status, limit, offset }: { status: SellerProfile['status']; limit: number; offset: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${columns}, u.display_name, u.email from seller_profiles p join users u on u.id = p.seller_id
    where p.status = ${status} order by p.updated_at, p.seller_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countProfiles(db: Queryable, status: SellerProfile['status']): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from seller_profiles where status = ${status}`.execute(db)
  return rows[0]?.total ?? 0
}

/** @returns the row as decided; null when it is not what was looked at any more */
export async function decideProfile(
  tx: Queryable,
  seller: UserId,
  decision: { status: 'verified' | 'rejected'; reason: string | null; by: UserId; seen_at: Date },
): Promise<ListedRow | null> {
  const { status, reason, by, seen_at } = decision
  const { rows } = await sql<ListedRow>`
    update seller_profiles p set status = ${status}, status_reason = ${reason}, verified_by = ${by},
      verified_at = case when ${status} = 'verified' then now() end,
      verified_gstin = case when ${status} = 'verified' then p.gstin end
    from users u where u.id = p.seller_id and p.seller_id = ${seller}
      and date_trunc('milliseconds', p.updated_at) = ${seen_at}
    returning ${columns}, u.display_name, u.email`.execute(tx)
  return rows[0] ?? null
}
