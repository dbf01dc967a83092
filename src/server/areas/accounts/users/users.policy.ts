/** Who may do what with a user. The only place that mints grants on users. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { type Role, rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { SupportViewId, UserId } from '#contract/core/primitives.ts'
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
const impossible = (message: string) => new AppError('illegal_transition', { message })

const SELF = 'You can’t change your own role or status.'

/** Rules common to every act on another account: rank, oneself, the last super admin. Null when nothing is against it. */
function findRefusal({ actor, target, activeSuperAdmins }: Situation, weakens: boolean, self = SELF): AppError | null {
  if (!actor || rankOf(actor.role) < 4 || actor.status === 'blocked' || actor.status === 'deactivated')
    return new AppError('forbidden')
  if (actor.id === target.id) return refuse(self)
  if (rankOf(target.role) >= 4 && actor.role !== 'super_admin') return refuse('Only a super admin can manage an admin.')
  if (target.is_deleted) return impossible('This account was deleted.')
  const isLast =
    target.role === 'super_admin' &&
    target.status !== 'blocked' &&
    target.status !== 'deactivated' &&
    activeSuperAdmins <= 1
  return weakens && isLast ? impossible('This is the last super admin.') : null
}

function mayManage(situation: Situation, weakens: boolean, self?: string): void {
  const refusal = findRefusal(situation, weakens, self)
  if (refusal) throw refusal
}

const abilityOf = (refusal: AppError | null): Ability => (refusal ? refusedAbility(refusal.message) : allowed)

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

/** What the account can sign in with, for the rules of support. */
export interface SignInState {
  /** Accounts are kept here, not by a provider elsewhere, and this one is there. */
  is_here: boolean
  has_second_factor: boolean
}

const ELSEWHERE = 'Sign-in is kept by another provider. Do this there.'
const HELP_SELF = 'You can’t do this to your own account. Use your settings.'

function findSignInRefusal(situation: Situation, { is_here }: SignInState): AppError | null {
  return findRefusal(situation, false, HELP_SELF) ?? (is_here ? null : impossible(ELSEWHERE))
}

function findFactorRefusal(situation: Situation, state: SignInState): AppError | null {
  const refusal = findSignInRefusal(situation, state)
  return refusal ?? (state.has_second_factor ? null : impossible('Two-factor is off for this account.'))
}

/** @throws forbidden, illegal_transition */
export function mayEndSessions(
  caller: UserCaller,
  situation: Situation,
  state: SignInState,
): Grant<'user.end_sessions', ManagedUser> {
  const refusal = findSignInRefusal(situation, state)
  if (refusal) throw refusal
  return mint('user.end_sessions', caller, situation.target)
}

/** @throws forbidden, illegal_transition */
export function mayMailReset(
  caller: UserCaller,
  situation: Situation,
  state: SignInState,
): Grant<'user.mail_reset', ManagedUser> {
  const refusal = findSignInRefusal(situation, state)
  if (refusal) throw refusal
  return mint('user.mail_reset', caller, situation.target)
}

/** @throws forbidden, illegal_transition (it is off), confirmation_needed */
export function mayRemoveSecondFactor(
  caller: UserCaller,
  situation: Situation,
  state: SignInState,
  fresh: boolean,
): Grant<'user.remove_second_factor', ManagedUser> {
  const refusal = findFactorRefusal(situation, state)
  if (refusal) throw refusal
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('user.remove_second_factor', caller, situation.target)
}

/** @throws forbidden, illegal_transition, confirmation_needed */
export function mayGiveCredits(
  caller: UserCaller,
  situation: Situation,
  fresh: boolean,
): Grant<'user.give_credits', ManagedUser> {
  mayManage(situation, false, 'You can’t give credits to yourself.')
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('user.give_credits', caller, situation.target)
}

function findViewRefusal(situation: Situation): AppError | null {
  const { target } = situation
  const refusal = findRefusal(situation, false, 'You can’t view as yourself.')
  if (refusal) return refusal
  if (rankOf(target.role) >= 4) return refuse('Nobody can view as an admin.')
  return target.status === 'blocked' || target.status === 'deactivated'
    ? impossible('They can’t sign in themselves, so there’s nothing to view.')
    : null
}

/** Seeing Chowk as this person does. @throws forbidden, illegal_transition (they cannot sign in), confirmation_needed */
export function mayView(caller: UserCaller, situation: Situation, fresh: boolean): Grant<'user.view', ManagedUser> {
  const refusal = findViewRefusal(situation)
  if (refusal) throw refusal
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('user.view', caller, situation.target)
}

/** Ending a view; whether it is theirs, the statement looks at. */
export const mayEndView = (caller: UserCaller, view: SupportViewId): Grant<'user.end_view', SupportViewId> =>
  mint('user.end_view', caller, view)

const NOT_ASKED = refusedAbility('This user has no open request.')
const NOT_STOPPED = refusedAbility('This account is active.')

/** What the caller may do with the account, with the reasons that the acts would be refused with. */
export function abilitiesOn(situation: Situation, state: SignInState & { asks_for_role: boolean }) {
  const plain = abilityOf(findRefusal(situation, false))
  const weakening = abilityOf(findRefusal(situation, true))
  const { status } = situation.target
  const isStopped = status === 'blocked' || status === 'deactivated'
  const sign_in = abilityOf(findSignInRefusal(situation, state))
  return {
    decide: plain.allowed && !state.asks_for_role ? NOT_ASKED : plain,
    block: weakening,
    activate: plain.allowed && !isStopped ? NOT_STOPPED : plain,
    // Whether a role weakens is known once it is chosen.
    change_role: plain,
    end_sessions: sign_in,
    mail_reset: sign_in,
    remove_second_factor: abilityOf(findFactorRefusal(situation, state)),
    give_credits: abilityOf(findRefusal(situation, false, 'You can’t give credits to yourself.')),
    view: abilityOf(findViewRefusal(situation)),
  }
}
