/** Who makes links to an approval, and when one still opens it. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { findMembership, findRunner } from '#server/areas/accounts/accounts.ts'
import { mayAnswerWait } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner, type OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OpenLinkRow } from './approval-links.store.ts'

/** Who may answer may hand it on; a visitor's run stays with the visitor. @throws not_found, forbidden */
export function mayLinkApproval(caller: Caller, row: OwnerRow | null): Grant<'approval.link', OwnerRow> {
  const { on } = mayAnswerWait(caller, null, row)
  if (caller.type !== 'user') throw new AppError('forbidden')
  return mint('approval.link', caller, on)
}

/**
 * What using a link asks: that the account is active, and that who made it could still answer themselves.
 * @throws link_invalid
 */
export async function mayAnswerByLink(db: Queryable, link: OpenLinkRow): Promise<Grant<'execution.control', OwnerRow>> {
  const [owner, run] = await Promise.all([findRunner(db, link.owner_id), findOwner(db, link.execution_id)])
  if (owner === null || run === null || run.owner_id !== link.owner_id || !(await mayStillAnswer(db, link)))
    throw new AppError('link_invalid', { message: LINK_OVER })
  return mayAnswerWait(owner, null, run)
}

export const LINK_OVER = 'This link has expired or was withdrawn. Ask for a new one.'

async function mayStillAnswer(db: Queryable, { owner_id, made_by }: OpenLinkRow): Promise<boolean> {
  if (made_by === owner_id) return true
  const [maker, membership] = await Promise.all([findRunner(db, made_by), findMembership(db, owner_id, made_by)])
  return maker !== null && membership !== null && mayIn(membership.role, 'review')
}
