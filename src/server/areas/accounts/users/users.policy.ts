/** Who may do what with a user. The only place that mints grants on users. */
import { type Role, rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { ManagedUser } from './users.store.ts'

/**
 * Seeing and editing the own account.
 * @throws unauthenticated for a visitor
 */
export function mayManageOwnAccount(caller: Caller): Grant<'user.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('user.own', caller, caller.id)
}

/** What the rules look at, read in the transaction that acts. */
export interface Situation {
  /** The actor as the database has them now; null when they are gone. */
  actor: ManagedUser | null
  target: ManagedUser
  /** Super admins that can act, the target among them if it is one. */
  activeSuperAdmins: number
}

const refuse = (message: string) => new AppError('forbidden', { message })

/** Rules common to every act on another account: rank, oneself, the last super admin. */
function mayManage({ actor, target, activeSuperAdmins }: Situation, weakens: boolean): void {
  if (!actor || rankOf(actor.role) < 4 || actor.status === 'blocked' || actor.status === 'deactivated')
    throw new AppError('forbidden')
  if (actor.id === target.id) throw refuse('You can’t change your own role or status.')
  if (rankOf(target.role) >= 4 && actor.role !== 'super_admin') throw refuse('Only a super admin can manage an admin.')
  const isLast =
    target.role === 'super_admin' &&
    target.status !== 'blocked' &&
    target.status !== 'deactivated' &&
    activeSuperAdmins <= 1
  if (weakens && isLast) throw new AppError('illegal_transition', { message: 'This is the last super admin.' })
}

/** An admin grants up to creator_admin, a super admin everything. */
export const mayAssign = (actor: Role, role: Role): boolean =>
  actor === 'super_admin' || (rankOf(actor) >= 4 && rankOf(role) < 4)

/**
 * Seeing who is there.
 * @throws unauthenticated, forbidden
 */
export function mayListUsers(caller: Caller): Grant<'user.list', UserId> {
  const user = mayActOnUsers(caller)
  return mint('user.list', user, user.id)
}

/** Acting on users at all; whom, the other rules say. @throws unauthenticated, forbidden */
export function mayActOnUsers(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('users.manage')) throw new AppError('forbidden')
  return caller
}

/**
 * Deciding role requests; approving also changes the role.
 * @throws forbidden
 */
export function mayDecideRequest(caller: UserCaller, situation: Situation): Grant<'user.decide_request', ManagedUser> {
  mayManage(situation, false)
  return mint('user.decide_request', caller, situation.target)
}

/**
 * @throws forbidden, illegal_transition (the last super admin)
 */
export function mayChangeRole(
  caller: UserCaller,
  situation: Situation,
  role: Role,
): Grant<'user.change_role', ManagedUser> {
  mayManage(situation, rankOf(role) < rankOf(situation.target.role))
  if (!situation.actor || !mayAssign(situation.actor.role, role))
    throw refuse('Only a super admin can grant this role.')
  return mint('user.change_role', caller, situation.target)
}

/**
 * Blocking, deactivating, activating.
 * @throws forbidden, illegal_transition (the last super admin)
 */
export function mayChangeStatus(
  caller: UserCaller,
  situation: Situation,
  weakens: boolean,
): Grant<'user.change_status', ManagedUser> {
  mayManage(situation, weakens)
  return mint('user.change_status', caller, situation.target)
}
