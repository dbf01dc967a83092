/** Invitations to create an account: mailed, listed and withdrawn. What they open is in `admission.ts`. */
import { randomBytes } from 'node:crypto'
import { INVITATIONS } from '#contract/accounts/invitation-values.ts'
import type { Invitation, InvitationId } from '#contract/accounts/invitations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { joined, say } from '#contract/phrases/phrases.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { queueTemplatedMail, type TemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { Page } from '#server/platform/page.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { hashOfInvitation } from './admission.ts'
import * as store from './invitations.store.ts'

export interface InvitationDeps {
  db: Database
  /** Where the link leads. */
  publicUrl: string
  brand: ReadBrand
}

const present = ({ created_at, expires_at, ...row }: store.InvitationRow): Invitation => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

export async function listInvitations(db: Database, _grant: Grant<'invitation.list', UserId>, page: Page) {
  const [rows, total] = await Promise.all([store.findInvitations(db, page), store.countInvitations(db)])
  return { items: rows.map(present), total, limit: page.limit, offset: page.offset }
}

function mailOf({ publicUrl, brand }: InvitationDeps, email: string, token: string): TemplatedMail {
  const link = `${publicUrl}/register?${new URLSearchParams({ invitation: token, email })}`
  return {
    to: email,
    kind: 'invitation',
    values: { brand: brand().name, days: String(INVITATIONS.days) },
    body: joined(
      [
        link,
        say(
          'The link works once, and only for this email address. If you don’t want an account, you can ignore this email.',
        ),
      ],
      '\n\n',
    ),
  }
}

/**
 * Mails a link. Inviting again sends a new one, and the earlier link opens nothing.
 * @throws already_exists for an address with an account, too_many_requests
 */
export async function sendInvitation(
  deps: InvitationDeps,
  { on: admin, action }: Grant<'invitation.send', UserId>,
  email: string,
): Promise<Invitation> {
  const token = randomBytes(32).toString('base64url')
  return deps.db.transaction().execute(async (tx) => {
    const limit = rateLimitFor('sign-up invitations', { key: admin, shared: false }, INVITATIONS.per_hour)
    await enforceRateLimit(tx, [limit], 'You’ve invited many people')
    if (await store.hasAccount(tx, email))
      throw new AppError('already_exists', { message: 'An account with this email address already exists.' })
    await store.deleteOldInvitations(tx)
    const id = await store.saveInvitation(tx, { email, token_hash: hashOfInvitation(token), by: admin })
    await queueTemplatedMail(tx, mailOf(deps, email, token))
    await insertAudit(tx, { actor_id: admin, action, target_id: id, reason: null, details: { email } })
    const row = await store.findInvitation(tx, id)
    if (!row) throw new Error('Invitation missing after insert')
    return present(row)
  })
}

/** Its link opens nothing any more. @throws not_found, also for one that was used */
export async function withdrawInvitation(
  db: Database,
  { on: admin, action }: Grant<'invitation.withdraw', UserId>,
  id: InvitationId,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const email = await store.deleteInvitation(tx, id)
    if (email === null) throw new AppError('not_found')
    await insertAudit(tx, { actor_id: admin, action, target_id: id, reason: null, details: { email } })
  })
}
