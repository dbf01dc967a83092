/**
 * A seller's legal and bank details. The PAN and the account are in one sealed box; the visible parts of them are
 * stored separately. An admin reviews every change before money goes there.
 */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, sayTime } from '#contract/phrases/phrases.ts'
import {
  gstinMismatch,
  type ListedProfile,
  PAYEE_COOLING_HOURS,
  type Payee,
  type PutSellerProfile,
  type SellerProfile,
} from '#contract/selling/seller-profile.ts'
import { notify } from '#server/areas/accounts/notifications/notifications.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/users/fresh-sign-in.store.ts'
import { type Belongs, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { HOUR_MS } from '#shared/time.ts'
import { mayChangePayee, type OwnProfile } from './profile.policy.ts'
import * as store from './profile.store.ts'

const SHOWN = '••••'

export const presentProfile = (row: store.ProfileRow): SellerProfile => ({
  legal_name: row.legal_name,
  kind: row.kind,
  address: row.address,
  state_code: row.state_code,
  pan: row.pan_last && `${SHOWN}${row.pan_last}`,
  gstin: row.gstin,
  contact_email: row.contact_email,
  contact_phone: row.contact_phone,
  payee: row.payee_shown,
  payee_from: row.payee_from?.toISOString() ?? null,
  status: row.status,
  status_reason: row.status_reason,
  updated_at: row.updated_at.toISOString(),
})

const presentListed = (row: store.ListedRow): ListedProfile => ({
  ...presentProfile(row),
  seller: { id: row.seller_id, display_name: row.display_name, email: row.email },
})

export const belongsToSeller = (seller: string): Belongs => ({ id: seller, owner_id: seller, type: 'seller_profile' })

/** What the box holds. */
export interface SellerSecrets {
  pan?: string
  /** JSON of a payee. */
  payee?: string
}

/** @throws Unreadable when the key that sealed it is not there */
export function openProfile(ring: KeyRing, row: store.ProfileRow): SellerSecrets {
  const { key_id, wrapped_key, sealed, seller_id } = row
  return key_id && wrapped_key && sealed
    ? unseal(ring, { key_id, wrapped_key, sealed }, belongsToSeller(seller_id))
    : {}
}

function shownOf(payee: Payee): string {
  if (payee.type === 'bank') return `${payee.ifsc.slice(0, 4)} ${SHOWN} ${payee.account.slice(-4)}`
  const [name = '', handle = ''] = payee.vpa.split('@')
  return `${name.slice(0, 1)}${SHOWN}@${handle}`
}

/** Null before it is first given. */
export async function getSellerProfile(db: Queryable, grant: OwnProfile): Promise<{ profile: SellerProfile | null }> {
  const row = await store.findProfile(db, grant.on)
  return { profile: row && presentProfile(row) }
}

export interface ProfileDeps {
  db: Database
  ring: KeyRing
  /** For tests. */
  now?: () => Date
}

/** When a payee is paid from: at once the first time, after a while when it replaces another. */
const coolUntil = (row: store.ProfileRow | null, now: Date): Date | null =>
  row?.payee_shown ? new Date(now.getTime() + PAYEE_COOLING_HOURS * HOUR_MS) : null

async function tellPayee(tx: Queryable, seller: UserId, shown: string, from: Date | null): Promise<void> {
  await notify(tx, seller, {
    kind: 'payee',
    title: say('Your payout account was changed'),
    message: from
      ? say(
          'Your payouts will go to {account}. It is paid from {time} on. If this wasn’t you, change your password and contact us.',
          { account: shown, time: sayTime(from) },
        )
      : say('Your payouts will go to {account}. If this wasn’t you, change your password and contact us.', {
          account: shown,
        }),
    href: '/seller/payouts',
  })
}

/** @throws confirmation_needed when the payee changes and the sign-in is not fresh */
export async function putSellerProfile(
  { db, ring, now = () => new Date() }: ProfileDeps,
  grant: OwnProfile,
  wanted: PutSellerProfile,
): Promise<{ profile: SellerProfile }> {
  const { on: seller, by } = grant
  return db.transaction().execute(async (tx) => {
    if (wanted.payee && by.type === 'user') mayChangePayee(grant, await hasSignedInFreshly(tx, by))
    const row = await store.findProfile(tx, seller, true)
    const secrets: SellerSecrets = row ? openProfile(ring, row) : {}
    const {
      pan,
      payee,
      gstin = row?.gstin ?? null,
      contact_email = row?.contact_email ?? null,
      contact_phone = row?.contact_phone ?? null,
      ...given
    } = wanted
    if (pan !== undefined) secrets.pan = pan
    // What stays as it is has to go with what changes.
    const problem = gstinMismatch({ gstin, state_code: given.state_code, pan: secrets.pan })
    if (problem !== null) throw fieldError('gstin', problem)
    const payee_from = payee ? coolUntil(row, now()) : (row?.payee_from ?? null)
    if (payee) {
      secrets.payee = JSON.stringify(payee)
      await tellPayee(tx, seller, shownOf(payee), payee_from)
    }
    await store.storeProfile(tx, {
      ...given,
      seller_id: seller,
      gstin,
      contact_email,
      contact_phone,
      pan_last: secrets.pan?.slice(-4) ?? null,
      payee_shown: payee ? shownOf(payee) : (row?.payee_shown ?? null),
      payee_from,
      box: Object.keys(secrets).length > 0 ? seal(ring, { ...secrets }, belongsToSeller(seller)) : null,
    })
    const changed = Object.keys(wanted)
    const details = { changed, payee: payee ? shownOf(payee) : null }
    await insertAudit(tx, { actor_id: seller, action: 'seller_profile.put', target_id: seller, reason: null, details })
    const stored = await store.findProfile(tx, seller)
    if (!stored) throw new Error('Seller profile missing after it was stored')
    return { profile: presentProfile(stored) }
  })
}

export async function listSellerProfiles(
  db: Queryable,
  _grant: Grant<'seller_profile.list', null>,
  query: { status: SellerProfile['status']; limit: number; offset: number },
) {
  const [rows, total] = await Promise.all([store.findProfiles(db, query), store.countProfiles(db, query.status)])
  return { items: rows.map(presentListed), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, stale_details when it was changed after it was looked at */
export async function decideSellerProfile(
  db: Database,
  { on: seller, by }: Grant<'seller_profile.decide', UserId>,
  decision: { verdict: 'verified' | 'rejected'; seen_at: string; reason?: string | undefined },
): Promise<ListedProfile> {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const { verdict: status, seen_at, reason = null } = decision
  return db.transaction().execute(async (tx) => {
    if (!(await store.findProfile(tx, seller, true))) throw new AppError('not_found')
    const row = await store.decideProfile(tx, seller, { status, reason, by: by.id, seen_at: new Date(seen_at) })
    if (!row) throw new AppError('stale_details')
    await insertAudit(tx, {
      actor_id: by.id,
      action: `seller_profile.${status}`,
      target_id: seller,
      reason,
      details: {},
    })
    await notify(tx, seller, {
      kind: 'payee',
      title: status === 'verified' ? say('Your seller details are verified') : say('Your seller details need changes'),
      message:
        reason === null
          ? say('You can now receive payouts.')
          : say('{reason} Sales of your paid agents are paused until then.', { reason }),
      href: '/seller/payouts',
    })
    return presentListed(row)
  })
}
