/** Asking for a role, taking it back, and the answer of an admin. */

import {
  REQUESTABLE_ROLES,
  type RequestableRole,
  type RoleRequest,
  type RoleRequestState,
} from '#contract/accounts/role-requests.ts'
import type { ManagedUser, PendingUser } from '#contract/accounts/user-management.ts'
import type { Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { notify, settleNotices } from '#server/areas/accounts/notifications/notifications.ts'
import { readSituation } from '#server/areas/accounts/users/management-situation.ts'
import { mayDecideRequest } from '#server/areas/accounts/users/users.policy.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { giveRole, loadManaged, type Paged, presentManaged, sliceOf } from './manage.ts'
import { mayRequestRole, requestAbility } from './role-requests.policy.ts'
import * as store from './role-requests.store.ts'
import { ROLE_NAMES, roleRequestGroup } from './settle-request.ts'

/** Enough to know the newest one and how many were made this week. */
const LOOKED_AT = 20

const present = ({ user_id: _, ...row }: store.RequestRow): RoleRequest => ({
  ...row,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

async function stateOf(db: Queryable, owner: UserId): Promise<RoleRequestState> {
  const [asker, requests] = await Promise.all([loadManaged(db, owner), store.findOwn(db, owner, LOOKED_AT)])
  const asking = { role: asker.role, requests, now: new Date() }
  const [latest] = requests
  return {
    role: asker.role,
    latest: latest ? present(latest) : null,
    roles: REQUESTABLE_ROLES.map((role) => ({ role, ability: requestAbility(asking, role) })),
  }
}

type Own = Grant<'role_request.own', UserId>

/** The caller's newest request and what may be asked for now. */
export const getRoleRequests = (db: Queryable, grant: Own): Promise<RoleRequestState> => stateOf(db, grant.on)

/** What a user asks for and nobody has answered, for those who manage users. */
export async function findOpenRequestOf(db: Queryable, user: UserId): Promise<RoleRequest | null> {
  const open = await store.findOpen(db, user)
  return open ? present(open) : null
}

/** How long the answer to a request is worth saying, in ms. */
const NEWS_MS = 7 * DAY_MS

/** The newest request while it is open or its answer is new; one that was taken back is nobody's news. */
export async function findCurrentRequest(db: Queryable, grant: Own): Promise<RoleRequest | null> {
  const [latest] = await store.findOwn(db, grant.on, 1)
  if (!latest || latest.status === 'withdrawn') return null
  const isNews = latest.decided_at === null || latest.decided_at.getTime() > Date.now() - NEWS_MS
  return isNews ? present(latest) : null
}

/**
 * Asks for a role; every admin is told.
 * @throws role_request_refused: held already, one is open, rejected lately, or asked too often
 */
export async function requestRole(
  db: Database,
  { by, on: owner }: Own,
  wanted: { role: RequestableRole; reason: string },
): Promise<RoleRequestState> {
  return db.transaction().execute(async (tx) => {
    const asker = await store.lockAsker(tx, owner)
    if (!asker) throw new AppError('unauthenticated')
    const requests = await store.findOwn(tx, owner, LOOKED_AT)
    const grant = mayRequestRole(by, { role: asker.role as Role, requests, now: new Date() }, wanted.role)
    await store.insertRequest(tx, grant, wanted)
    await notify(tx, 'admins', {
      kind: 'role_request',
      title: `${asker.display_name} requests the role ${ROLE_NAMES[wanted.role]}`,
      message: wanted.reason,
      href: '/admin/users?status=pending',
      group: roleRequestGroup(owner),
    })
    return stateOf(tx, owner)
  })
}

/** Takes the caller's own request back. @throws not_found; illegal_transition when it was answered already */
export async function withdrawRequest(db: Database, grant: Own, id: string): Promise<RoleRequestState> {
  return db.transaction().execute(async (tx) => {
    await store.lockAsker(tx, grant.on)
    const request = (await store.findOwn(tx, grant.on, LOOKED_AT)).find((one) => one.id === id)
    if (!request) throw new AppError('not_found')
    const ended = await store.endRequest(tx, request, { status: 'withdrawn', by: null, reason: null })
    if (!ended) throw new AppError('illegal_transition', { message: 'This request is no longer open.' })
    await settleNotices(tx, [roleRequestGroup(grant.on)])
    return stateOf(tx, grant.on)
  })
}

/** Who waits for an answer, the longest first. */
export async function listWaiting(db: Queryable, _grant: Grant<'user.list', UserId>, query: Paged) {
  const slice = sliceOf(query)
  const { rows, total } = await store.findWaiting(db, slice)
  const items = rows.map(
    ({ request_id, request_role, request_reason, request_created_at, ...user }): PendingUser => ({
      user: presentManaged(user),
      request: {
        id: request_id,
        role: request_role,
        reason: request_reason,
        status: 'open',
        decision_reason: null,
        created_at: request_created_at.toISOString(),
        decided_at: null,
      },
    }),
  )
  return { items, total, ...slice }
}

const nothingOpen = () => new AppError('illegal_transition', { message: 'This user has no open request.' })

/**
 * Answers a user's open request: the role is theirs with the next request, or they are told why not.
 * @throws not_found, forbidden, illegal_transition (nothing is open)
 */
export async function decideRequest(
  { db, record }: { db: Database; record: RecordEvent },
  caller: UserCaller,
  id: UserId,
  decision: { approve: boolean; reason: string },
): Promise<ManagedUser> {
  const reason = decision.reason || null
  return db.transaction().execute(async (tx) => {
    const situation = await readSituation(tx, caller.id, id)
    const grant = mayDecideRequest(caller, situation)
    const open = await store.findOpen(tx, id)
    if (!open) throw nothingOpen()
    if (decision.approve)
      return giveRole(tx, caller, situation, open.role, { record, reason: decision.reason, direction: 'up' })
    await store.endRequest(tx, open, { status: 'rejected', by: caller.id, reason })
    await insertAudit(tx, {
      actor_id: caller.id,
      action: grant.action,
      target_id: id,
      reason,
      details: { approve: false, role: open.role },
    })
    await settleNotices(tx, [roleRequestGroup(id)])
    await notify(tx, id, {
      kind: 'role_decided',
      title: say('Your request for the role {role} was rejected', { role: say(ROLE_NAMES[open.role]) }),
      message: verbatim(reason ?? ''),
      href: '/upgrade',
    })
    return loadManaged(tx, id)
  })
}
