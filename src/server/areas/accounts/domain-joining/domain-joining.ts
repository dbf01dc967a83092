/** People with a confirmed address of a proven domain join its workspace, where its managers allow that. */

import type { WorkspaceDomain, WorkspaceDomainId } from '#contract/accounts/sign-on.ts'
import type { JoinRole } from '#contract/accounts/sign-on-values.ts'
import type { Workspace } from '#contract/accounts/workspaces.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { noticeFor, writeNotices } from '#server/areas/accounts/notifications/notifications.ts'
import { hasRecord, loadDomain } from '#server/areas/accounts/sign-on/domains.ts'
import { join, type SeatDeps } from '#server/areas/accounts/sign-on/new-members.ts'
import { presentDomain } from '#server/areas/accounts/sign-on/present.ts'
import { setMissing } from '#server/areas/accounts/sign-on/sign-on.store.ts'
import { mayManageWorkspace } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import { lockWorkspace } from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit, loadWorkspace, lockMembership } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { LookUpTxt } from '#server/gateways/dns-txt.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './domain-joining.store.ts'

type Use = Grant<'workspace.use', UserId>

export interface JoiningDeps extends SeatDeps {
  db: Database
  lookUpTxt: LookUpTxt
}

/** For owners and admins. @throws not_found, forbidden, domain_unproven */
export const saveJoining = (
  { db }: JoiningDeps,
  use: Use,
  place: { id: UserId; domain_id: WorkspaceDomainId },
  role: JoinRole | null,
): Promise<WorkspaceDomain> =>
  db.transaction().execute(async (tx) => {
    mayManageWorkspace(use, await lockMembership(tx, place.id, use.on))
    const { id, domain, verified_at, join_role: from } = await loadDomain(tx, place)
    if (role !== null && verified_at === null) throw new AppError('domain_unproven')
    await store.saveJoining(tx, id, role)
    await audit(tx, use.on, 'workspace.set_domain_joining', place.id, { domain, from, to: role })
    return presentDomain(await loadDomain(tx, place))
  })

/** What is offered to the person; null for nothing. */
export async function readOffer(db: Queryable, { on }: Use) {
  const row = await store.findOffer(db, on)
  return row && { id: row.id, name: row.name, domain: row.domain, role: row.role }
}

const JOINS_PER_HOUR = 20

async function tellManagers(tx: Queryable, { id, slug, name, email, domain }: store.OfferRow): Promise<void> {
  const telling = {
    kind: 'member_joined',
    title: say('{person} joined {workspace}', { person: verbatim(email), workspace: verbatim(quoteLine(name)) }),
    message: say('They have a confirmed email address at {domain}, which may join.', { domain: verbatim(domain) }),
    href: `/w/${slug}/workspace`,
  } as const
  const managers = await store.findManagers(tx, id)
  await writeNotices(
    tx,
    managers.map((manager) => noticeFor(manager, telling)),
  )
}

/**
 * The record of the domain is looked up once more: a domain that has changed hands lets nobody in.
 * @throws not_found where nothing is offered, domain_unproven, domain_unreachable, plan_limit, too_many_requests
 */
export async function joinOffered(deps: JoiningDeps, use: Use, id: UserId): Promise<Workspace> {
  const { db, lookUpTxt } = deps
  const seen = await store.findOffer(db, use.on)
  if (seen?.id !== id) throw new AppError('not_found')
  const limit = rateLimitFor('domain joins', { key: use.on, shared: false }, JOINS_PER_HOUR)
  await enforceRateLimit(db, [limit], 'You’ve tried many times')
  if (!(await hasRecord(lookUpTxt, seen))) {
    await setMissing(db, seen.domain_id)
    throw new AppError('domain_unproven', {
      message: 'The workspace can’t show at the moment that the domain is its own. Ask for an invitation.',
    })
  }
  return db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, id)
    const offer = await store.findOffer(tx, use.on)
    if (offer?.id !== id) throw new AppError('not_found')
    const { email, role, domain } = offer
    await join(tx, deps, { id, person: use.on, email, role }, { by: 'domain', domain })
    await tellManagers(tx, offer)
    return loadWorkspace(tx, id, use.on)
  })
}
