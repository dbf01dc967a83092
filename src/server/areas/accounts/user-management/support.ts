/** What support does for a person who cannot sign in, or whose account another person uses. Every act is audited. */
import type { PersonSession, SignInFacts } from '#contract/admin/people.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/users/fresh-sign-in.store.ts'
import { lookAtSituation, readSituation } from '#server/areas/accounts/users/management-situation.ts'
import * as policy from '#server/areas/accounts/users/users.policy.ts'
import type { ManagedUser } from '#server/areas/accounts/users/users.store.ts'
import type { AccountSupport } from '#server/gateways/identity.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Slice } from './manage.store.ts'
import { findSessions, findSignIn, type SignInRow } from './sign-in.store.ts'

/** @throws not_found */
async function readSignIn(db: Queryable, id: UserId): Promise<SignInRow> {
  const row = await findSignIn(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

const stateOf = ({ is_here, second_factor }: SignInRow): policy.SignInState => ({
  is_here,
  has_second_factor: second_factor,
})

/** How they sign in, null for a provider elsewhere, and what the caller may do with the account. @throws not_found */
export async function describeManagement(
  db: Queryable,
  caller: UserCaller,
  id: UserId,
  asks_for_role: boolean,
): Promise<{ sign_in: SignInFacts | null; abilities: ReturnType<typeof policy.abilitiesOn> }> {
  const [situation, row] = await Promise.all([lookAtSituation(db, caller.id, id), readSignIn(db, id)])
  const { ways, passkeys, second_factor } = row
  return {
    sign_in: row.is_here ? { ways, passkeys, second_factor } : null,
    abilities: policy.abilitiesOn(situation, { ...stateOf(row), asks_for_role }),
  }
}

/** Where they are signed in. */
export async function listSessionsOf(db: Queryable, id: UserId, slice: Slice) {
  const { rows, total } = await findSessions(db, id, slice)
  const items = rows.map(
    (row): PersonSession => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    }),
  )
  return { items, total, ...slice }
}

export interface SupportDeps {
  db: Database
  /** Null while accounts are kept by a provider elsewhere. */
  support: AccountSupport | null
}

type SupportGrant = Grant<'user.end_sessions' | 'user.mail_reset' | 'user.remove_second_factor', ManagedUser>

interface Act {
  tx: Queryable
  caller: UserCaller
  id: UserId
  reason: string
}

const noteAct = ({ tx, caller, id, reason }: Act, { action }: SupportGrant, details: JsonObject = {}) =>
  insertAudit(tx, { actor_id: caller.id, action, target_id: id, reason, details })

/** Reads what the rules look at under the locks of user management, and acts in the same transaction. */
const withSituation = <T>(
  { db, support }: SupportDeps,
  caller: UserCaller,
  id: UserId,
  act: (given: {
    tx: Queryable
    situation: policy.Situation
    state: policy.SignInState
    subject: string
    /** Null where the rules refuse anyway. */
    support: AccountSupport | null
  }) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const situation = await readSituation(tx, caller.id, id)
    const row = await readSignIn(tx, id)
    const state = { ...stateOf(row), is_here: row.is_here && support !== null }
    return act({ tx, situation, state, subject: row.subject, support })
  })

/**
 * They lose access with their next request. Without `session_id` all sessions end.
 * @throws not_found (also a session that is not theirs), forbidden, illegal_transition
 */
export const endSessionsOf = (
  deps: SupportDeps,
  caller: UserCaller,
  id: UserId,
  { session_id, reason }: { session_id?: string | undefined; reason: string },
): Promise<void> =>
  withSituation(deps, caller, id, async ({ tx, situation, state, subject, support }) => {
    const grant = policy.mayEndSessions(caller, situation, state)
    const ended = await support?.endSessions(identityWork(tx), subject, session_id ?? null)
    if (session_id !== undefined && !ended) throw new AppError('not_found')
    await noteAct({ tx, caller, id, reason }, grant, { ended: ended ?? 0, all: session_id === undefined })
  })

/** @throws not_found, forbidden, illegal_transition */
export const mailResetTo = (deps: SupportDeps, caller: UserCaller, id: UserId, reason: string): Promise<void> =>
  withSituation(deps, caller, id, async ({ tx, situation, state, subject, support }) => {
    const grant = policy.mayMailReset(caller, situation, state)
    if (!(await support?.mailReset(identityWork(tx), subject))) throw new AppError('not_found')
    await noteAct({ tx, caller, id, reason }, grant)
  })

/** They are told by mail. @throws not_found, forbidden, illegal_transition (it is off), confirmation_needed */
export const removeSecondFactorOf = (
  deps: SupportDeps,
  caller: UserCaller,
  id: UserId,
  reason: string,
): Promise<void> =>
  withSituation(deps, caller, id, async ({ tx, situation, state, subject, support }) => {
    const grant = policy.mayRemoveSecondFactor(caller, situation, state, await hasSignedInFreshly(tx, caller))
    await support?.removeSecondFactor(identityWork(tx), subject)
    await noteAct({ tx, caller, id, reason }, grant)
  })

/** The grant for giving credits to a person, in the transaction that gives them. @throws not_found, forbidden, illegal_transition, confirmation_needed */
export async function readCreditGrant(
  tx: Queryable,
  caller: UserCaller,
  id: UserId,
): Promise<Grant<'user.give_credits', ManagedUser>> {
  const situation = await readSituation(tx, caller.id, id)
  return policy.mayGiveCredits(caller, situation, await hasSignedInFreshly(tx, caller))
}
