/** The legal details of a seller, without which nothing that costs money is sold. */
import type { Pool } from '#server/platform/database/pool.ts'
import type { Visit } from './visit.ts'

const DETAILS = {
  legal_name: 'Asha Clinics LLP',
  kind: 'firm',
  address: '1 MG Road, Pune',
  state_code: '27',
  contact_email: 'help@asha.example',
} as const

/** In the database alone. Leaves details that are there as they are. */
export async function giveSellerDetails(pool: Pick<Pool, 'query'>, seller: string): Promise<void> {
  const { legal_name, kind, address, state_code, contact_email } = DETAILS
  await pool.query(
    `insert into seller_profiles as p (seller_id, legal_name, kind, address, state_code, contact_email) values ($1, $2, $3, $4, $5, $6)
     on conflict (seller_id) do update set contact_email = coalesce(p.contact_email, excluded.contact_email)`,
    [seller, legal_name, kind, address, state_code, contact_email],
  )
}

/** As sellers give them: over HTTP. */
export async function putSellerDetails(seller: Visit): Promise<void> {
  const { status, message } = await seller.call('PUT', '/api/v1/seller/profile', DETAILS)
  if (status >= 300) throw new Error(`The seller details were refused: ${status} ${message}`)
}
