/** Mailed links: made, and followed once. The database knows only a hash, so that who reads it can follow none. */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'

export type LinkPurpose = 'reset' | 'verify' | 'change'

const LIFETIME_S: Record<LinkPurpose, number> = { reset: 3600, verify: 86_400, change: 3600 }

export interface FollowedLink {
  purpose: LinkPurpose
  user_id: string
  /** The address the link was sent to. */
  email: string
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new link of this purpose; the account's earlier ones of it no longer work. @returns its token */
export async function makeLink(tx: Work, link: FollowedLink): Promise<string> {
  const { purpose, user_id, email } = link
  const token = randomBytes(32).toString('base64url')
  await tx.rows('delete from auth.mail_links where (user_id = $1 and purpose = $2) or expires_at < now()', [
    user_id,
    purpose,
  ])
  await tx.rows(
    `insert into auth.mail_links (token_hash, purpose, user_id, email, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [hashOf(token), purpose, user_id, email, LIFETIME_S[purpose]],
  )
  return token
}

/** Whether the link would still work: asked before the expensive part. */
export async function isLinkValid(tx: Work, token: string, purpose: LinkPurpose): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from auth.mail_links where token_hash = $1 and purpose = $2 and expires_at > now()',
    [hashOf(token), purpose],
  )
  return rows.length > 0
}

/**
 * Uses up a link. Of two that follow it at once one finds nothing.
 * @throws link_invalid when it is unknown, used, too old, or the account has another address by now
 */
export async function redeemLink(tx: Work, token: string, purposes: readonly LinkPurpose[]): Promise<FollowedLink> {
  const [link] = await tx.rows<FollowedLink>(
    `delete from auth.mail_links where token_hash = $1 and purpose = any ($2) and expires_at > now()
     returning purpose, user_id, email`,
    [hashOf(token), purposes],
  )
  if (!link) throw new AppError('link_invalid')
  return link
}

/** After the address or the password changed, what was mailed before opens nothing. */
export const deleteLinks = (tx: Work, userId: string, purpose: LinkPurpose | null = null): Promise<unknown> =>
  tx.rows('delete from auth.mail_links where user_id = $1 and ($2::text is null or purpose = $2)', [userId, purpose])
