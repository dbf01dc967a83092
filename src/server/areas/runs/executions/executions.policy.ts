/** Who may see and steer an execution. The only place that mints grants on executions. A foreign one does not exist. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { isAdminOrAbove, isSellerOrAbove, type Role } from '#contract/core/access.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ControlAction, Priority } from '#contract/runs/execution-states.ts'
import { controlAbility, FORK_REFUSED, OVERSEEN, OVERSEER_ACTIONS } from '#contract/runs/execution-states.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { OwnerRow } from './executions.store.ts'

/** Only the hash of a run token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether the run token is the one of a run. */
export function isRunToken(token: string | null, hash: string | null): boolean {
  if (token === null || hash === null) return false
  const given = Buffer.from(hashToken(token))
  const stored = Buffer.from(hash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}

type OwnedRow = Pick<OwnerRow, 'owner_id' | 'run_token_hash' | 'of_bench'>

/**
 * @throws not_found unless the caller is its owner, a super admin, or holds its run token; runs of a bench are visible
 * only to their owner
 */
export function maySeeExecution<Row extends OwnedRow>(
  caller: Caller,
  runToken: string | null,
  row: Row | null,
): Grant<'execution.see', Row> {
  if (row === null) throw new AppError('not_found')
  const own = caller.type === 'user' && (caller.id === row.owner_id || (caller.role === 'super_admin' && !row.of_bench))
  if (!own && !isRunToken(runToken, row.run_token_hash)) throw new AppError('not_found')
  return mint('execution.see', caller, row)
}

/** Whether the caller sees the run only because super admins look after every run of the installation. */
const isOverseer = (caller: Caller, runToken: string | null, row: Pick<OwnerRow, 'owner_id' | 'run_token_hash'>) =>
  caller.type === 'user' &&
  caller.role === 'super_admin' &&
  caller.id !== row.owner_id &&
  !isRunToken(runToken, row.run_token_hash)

/** Whether the caller reads how the run went, and nothing that went in or came out: also an admin who sees Chowk as its owner. */
export const isContentHidden = (
  caller: Caller,
  runToken: string | null,
  row: Pick<OwnerRow, 'owner_id' | 'run_token_hash' | 'shared_with'>,
): boolean => isViewed(caller) || (isOverseer(caller, runToken, row) && !isSharedReader(caller, row))

/** Deciding about the result of a run that is charged when it is accepted: for who pays, in a workspace those with the right. */
export function acceptAbility(caller: Caller, { owner_id }: Pick<OwnerRow, 'owner_id'>): Ability {
  if (caller.type !== 'user' || caller.id !== owner_id || isViewed(caller))
    return refusedAbility('Only the account that pays for this run can decide.')
  return caller.workspace === undefined || mayIn(caller.workspace.role, 'review')
    ? allowed
    : refusedAbility('Your role in this workspace doesn’t allow deciding.')
}

/** Using it: for its owner and for the holder of its run token. @throws not_found, forbidden for a super admin looking at one */
export function mayUseExecution<Row extends OwnedRow>(
  caller: Caller,
  runToken: string | null,
  row: Row | null,
): Grant<'execution.see', Row> {
  const grant = maySeeExecution(caller, runToken, row)
  if (isOverseer(caller, runToken, grant.on)) throw new AppError('forbidden', { message: OVERSEEN })
  return grant
}

/**
 * Reading alone: also for the seller of its agent, while the owner shares it.
 * @throws not_found
 */
export function mayReadExecution<Row extends OwnedRow & { shared_with: UserId | null }>(
  caller: Caller,
  runToken: string | null,
  row: Row | null,
): Grant<'execution.read', Row> {
  if (row !== null && isSharedReader(caller, row)) return mint('execution.read', caller, row)
  return mint('execution.read', caller, maySeeExecution(caller, runToken, row).on)
}

/** Reading what went in and came out. @throws not_found, forbidden for a super admin looking at a run of another account */
export function mayReadContent(caller: Caller, runToken: string | null, row: OwnerRow | null) {
  const grant = mayReadExecution(caller, runToken, row)
  if (isContentHidden(caller, runToken, grant.on)) throw new AppError('forbidden', { message: OVERSEEN })
  return grant
}

export const isSharedReader = (
  caller: Caller,
  { owner_id, shared_with }: { owner_id: UserId | null; shared_with: UserId | null },
): boolean => caller.type === 'user' && caller.id === shared_with && caller.id !== owner_id

/** Whose record a caller may read: their own runs'; in a workspace for those with the right to manage it. */
export const mayAudit = (caller: Caller, { owner_id }: { owner_id: UserId | null }): boolean =>
  caller.type === 'user' &&
  caller.id === owner_id &&
  !isViewed(caller) &&
  (caller.workspace === undefined || mayIn(caller.workspace.role, 'manage'))

/** Only its owner decides who reads a run. @throws not_found, forbidden for a super admin looking at one */
export function mayShareExecution<Row extends OwnedRow>(
  caller: Caller,
  row: Row | null,
): Grant<'execution.share', Row> {
  const { on: seen } = maySeeExecution(caller, null, row)
  if (caller.type !== 'user' || caller.id !== seen.owner_id) throw new AppError('forbidden')
  return mint('execution.share', caller, seen)
}

/**
 * A super admin stops runs of others, and starts none: repeating a run needs the same rights as starting it, which they
 * don't have.
 * Failed runs of all users are repeated by a recovery, unchanged and with their owners' rights.
 * @throws not_found, forbidden for a super admin, illegal_transition with the reason when its status does not allow the
 * action
 */
export function mayControlExecution(
  caller: Caller,
  runToken: string | null,
  row: OwnerRow | null,
  action: ControlAction,
): Grant<'execution.control', OwnerRow> {
  const { on: seen } = OVERSEER_ACTIONS.includes(action)
    ? maySeeExecution(caller, runToken, row)
    : mayUseExecution(caller, runToken, row)
  const ability = controlAbility(action, seen.status, seen.of_bench)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
  return mint('execution.control', caller, seen)
}

/** An answer moves the run on, like a resume, and is given in the name of its owner. @throws not_found, forbidden for a super admin */
export const mayAnswerWait = (
  caller: Caller,
  runToken: string | null,
  row: OwnerRow | null,
): Grant<'execution.control', OwnerRow> => mint('execution.control', caller, mayUseExecution(caller, runToken, row).on)

/**
 * What a step gave, and where a run begins, is the workflow's own business: later steps use the seller's credentials on it.
 * @throws forbidden
 */
export function mayFork(canEdit: boolean): void {
  if (!canEdit) throw new AppError('forbidden', { message: FORK_REFUSED })
}

const mayBeUrgent = (caller: Caller): boolean => caller.type === 'user' && isSellerOrAbove(caller.role)

/**
 * Priorities order the runs of one owner among each other; `urgent` has places of its own, which are for who builds and runs agents.
 * A visitor cannot overtake people with accounts.
 * @throws forbidden with the field
 */
export function mayRunWith(caller: Caller, priority: Priority | undefined): Priority {
  if (caller.type === 'visitor') return priority === 'low' ? 'low' : 'normal'
  if (priority === 'urgent' && !mayBeUrgent(caller))
    throw fieldError('priority', 'Urgent runs are for sellers and admins.', 'forbidden')
  return priority ?? 'normal'
}

/** The same for a repeat, which is not refused: what was urgent is normal once the role of its owner no longer allows it. */
export const mayRepeatWith = (owner: Caller, priority: Priority): Priority =>
  priority === 'urgent' && !mayBeUrgent(owner) ? 'normal' : priority

/** Reading how all users' runs went. @throws unauthenticated, forbidden */
export function mayOversee(caller: Caller): Grant<'execution.oversee', null> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('admin.access')) throw new AppError('forbidden')
  return mint('execution.oversee', caller, null)
}

/**
 * Reading what went into a run and came out of it, after a reason was given.
 * @param ownerRole null for a visitor's run
 * @throws forbidden
 */
export function mayReveal<Row extends OwnedRow>(
  { by }: Grant<'execution.oversee', null>,
  row: Row,
  ownerRole: Role | null,
): Grant<'execution.reveal', Row> {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  if (ownerRole !== null && isAdminOrAbove(ownerRole) && by.role !== 'super_admin' && by.id !== row.owner_id)
    throw new AppError('forbidden', { message: 'Only a super admin can reveal a run of an admin.' })
  return mint('execution.reveal', by, row)
}

/** Whose executions a list shows: null means all users. @throws unauthenticated, forbidden */
export function mayListExecutions(caller: Caller, scope: 'own' | 'all'): Grant<'execution.list', UserId | null> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (scope === 'own') return mint('execution.list', caller, caller.id)
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('execution.list', caller, null)
}

/** Why a run of an agent that a step of another run asked for is not repeated alone. */
export const CALL_REFUSED = 'A step of another run started this run. Repeat that run instead.'

/** Its input came from the steps around it, which may be closed to the person whose run it is. */
export const isAgentCall = ({ is_child, agent_id }: Pick<OwnerRow, 'is_child' | 'agent_id'>): boolean =>
  is_child && agent_id !== null
