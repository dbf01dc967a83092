/** The SQL of who a seller is in the eyes of the law. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { HOUSE_SELLER } from '#server/areas/accounts/users/house-seller.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * Whether a seller has the particulars that paid listings must show (E-Commerce Rules 2020, r.6): legal name, address and a contact for
 * complaints, not found wrong by an admin. The house is the firm, whose particulars are the installation's.
 */
export const hasLegalIdentity = (seller: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from users h where h.id = ${seller} and h.firebase_uid = ${HOUSE_SELLER.firebase_uid})
  or exists (select from seller_profiles i where i.seller_id = ${seller} and i.status <> 'rejected'
    and btrim(i.legal_name) <> '' and btrim(i.address) <> '' and (i.contact_email is not null or i.contact_phone is not null)))`

export interface IdentityRow {
  is_house: boolean
  legal_name: string | null
  address: string | null
  has_contact: boolean
  is_rejected: boolean
}

export async function findIdentity(db: Queryable, seller: UserId): Promise<IdentityRow | null> {
  const { rows } = await sql<IdentityRow>`
    select u.firebase_uid = ${HOUSE_SELLER.firebase_uid} as is_house, p.legal_name, p.address,
      (p.contact_email is not null or p.contact_phone is not null) as has_contact, coalesce(p.status = 'rejected', false) as is_rejected
    from users u left join seller_profiles p on p.seller_id = u.id where u.id = ${seller}`.execute(db)
  return rows[0] ?? null
}

/** Sellers with paid agents in the marketplace whose sales are paused and who were not told about it. */
export async function findUntoldPaused(db: Queryable, group: string, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u
    where exists (select from agents a where a.seller_id = u.id and a.status = 'published' and a.current_version_id is not null
        and a.price_type <> 'free')
      and not ${hasLegalIdentity(sql`u.id`)}
      and not exists (select from notifications n where n.user_id = u.id and n.group_key = ${group})
    order by u.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
