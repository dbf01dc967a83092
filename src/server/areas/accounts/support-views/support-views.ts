/** An admin sees Chowk as another person does. Begin and end are in the audit log, and the person can read them (decision 0277). */
import { SUPPORT_VIEW_MINUTES } from '#contract/accounts/support-view-values.ts'
import type { PastSupportView, SupportView } from '#contract/accounts/support-views.ts'
import { permissionsOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import { SupportViewId, type UserId } from '#contract/core/primitives.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/users/fresh-sign-in.store.ts'
import { readSituation } from '#server/areas/accounts/users/management-situation.ts'
import { mayEndView, mayView } from '#server/areas/accounts/users/users.policy.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { SupportViews } from '#server/platform/access/support-views.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './support-views.store.ts'

/** What a view is bound to. A provider elsewhere may name no sessions: then it is the moment they signed in. */
const sessionKeyOf = ({ session_id, signed_in_at }: UserCaller): string =>
  session_id ?? `at ${signed_in_at?.getTime() ?? 'unknown'}`

async function auditEnds(tx: Queryable, ended: readonly store.EndedRow[]): Promise<void> {
  for (const { id, admin_id, person_id, ended_because } of ended)
    if (admin_id !== null)
      await insertAudit(tx, {
        actor_id: admin_id,
        action: 'user.end_view',
        target_id: person_id,
        reason: null,
        details: { view_id: id, because: ended_because },
      })
}

/**
 * Ends the earlier view of this admin, if there is one.
 * @throws not_found, forbidden, illegal_transition (they cannot sign in themselves), confirmation_needed
 */
export const startSupportView = (db: Database, caller: UserCaller, id: UserId, reason: string): Promise<SupportView> =>
  db.transaction().execute(async (tx) => {
    // Locks both accounts: of two views that begin at once, the second ends the first.
    const situation = await readSituation(tx, caller.id, id)
    const grant = mayView(caller, situation, await hasSignedInFreshly(tx, caller))
    await auditEnds(tx, await store.endOpenView(tx, caller.id, 'replaced'))
    const view = await store.insertView(tx, grant, {
      session_key: sessionKeyOf(caller),
      reason,
      minutes: SUPPORT_VIEW_MINUTES,
    })
    const expires_at = view.expires_at.toISOString()
    await insertAudit(tx, {
      actor_id: caller.id,
      action: grant.action,
      target_id: id,
      reason,
      details: { view_id: view.id, expires_at },
    })
    return { id: view.id, person: { id, display_name: await store.findName(tx, grant) }, expires_at }
  })

/** Idempotent: the page and the clock may both end it. @throws not_found for a view of another admin */
export const endSupportView = (db: Database, caller: UserCaller, view: SupportViewId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await store.endView(tx, mayEndView(caller, view))
    if (found === null) throw new AppError('not_found')
    await auditEnds(tx, found.ended)
  })

/** Views of and by an account whose role or status has just changed. */
export const endViewsOfAccount = async (tx: Queryable, account: UserId): Promise<void> =>
  auditEnds(tx, await store.endViewsOfAccount(tx, account))

/** @returns what has just ended on its own: by the clock, with its session, or because an account is no longer what it was */
export const endOverdueViews = (db: Database): Promise<store.EndedRow[]> =>
  db.transaction().execute(async (tx) => {
    const ended = await store.endOverdueViews(tx)
    await auditEnds(tx, ended)
    return ended
  })

/** Who has looked at the own account, the latest first. */
export async function listSupportViews(
  db: Queryable,
  { on }: Grant<'user.own', UserId>,
  slice: { limit: number; offset: number },
) {
  const { rows, total } = await store.findViewsOf(db, on, slice)
  const items = rows.map(
    (row): PastSupportView => ({
      ...row,
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }),
  )
  return { items, total, ...slice }
}

/** Whether this caller may look at all, now: an admin in a session of their own. */
const isAdminThemselves = ({ api_key, viewed_by, permissions }: UserCaller): boolean =>
  api_key === undefined && viewed_by === undefined && permissions.has('users.manage')

/** One statement for each request of a view; nothing of it is cached, so an end takes effect at once in every process. */
export const createSupportViews = (db: Queryable): SupportViews => ({
  async enter(admin, view) {
    const id = SupportViewId.safeParse(view)
    if (!id.success || !isAdminThemselves(admin)) throw new AppError('view_ended')
    const { role } = admin
    const person = await store.findViewed(db, id.data, { id: admin.id, role, session_key: sessionKeyOf(admin) })
    if (person === null) throw new AppError('view_ended')
    return {
      type: 'user',
      ...person,
      permissions: new Set(permissionsOf(person.role)),
      // The session is the admin's: as the person, nothing is signed in.
      session_id: null,
      viewed_by: { id: admin.id, view: id.data },
    }
  },
})
