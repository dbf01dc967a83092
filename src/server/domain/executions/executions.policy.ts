/** Who may see and steer an execution. The only place that mints grants on executions. A foreign one does not exist. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isSellerOrAbove } from '#contract/access.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import type { ControlAction, Priority } from '#contract/execution-states.ts'
import { controlAbility, FORK_REFUSED } from '#contract/execution-states.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'
import type { OwnerRow } from './executions.store.ts'

/** Only the hash of a run token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether the run token is the one of a run. */
export function opens(token: string | null, hash: string | null): boolean {
  if (token === null || hash === null) return false
  const given = Buffer.from(hashToken(token))
  const stored = Buffer.from(hash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/** @throws not_found for whoever is neither its owner, nor a super admin, nor holds its run token; runs of a bench are their owner's alone */
export function maySeeExecution<Row extends Pick<OwnerRow, 'owner_id' | 'run_token_hash' | 'of_bench'>>(
  caller: Caller,
  runToken: string | null,
  row: Row | null,
): Grant<'execution.see', Row> {
  if (row === null) throw new AppError('not_found')
  const own = caller.type === 'user' && (caller.id === row.owner_id || (caller.role === 'super_admin' && !row.of_bench))
  if (!own && !opens(runToken, row.run_token_hash)) throw new AppError('not_found')
  return mint('execution.see', caller, row)
}

/**
 * Reading alone: also for the seller of its agent, while the owner shares it.
 * @throws not_found
 */
export function mayReadExecution<
  Row extends Pick<OwnerRow, 'owner_id' | 'run_token_hash' | 'of_bench'> & { shared_with: UserId | null },
>(caller: Caller, runToken: string | null, row: Row | null): Grant<'execution.read', Row> {
  if (row !== null && isSharedReader(caller, row)) return mint('execution.read', caller, row)
  return mint('execution.read', caller, maySeeExecution(caller, runToken, row).on)
}

export const isSharedReader = (
  caller: Caller,
  { owner_id, shared_with }: { owner_id: UserId | null; shared_with: UserId | null },
): boolean => caller.type === 'user' && caller.id === shared_with && caller.id !== owner_id

/** Only its owner decides who reads a run. @throws not_found, forbidden for a super admin looking at one */
export function mayShareExecution<Row extends Pick<OwnerRow, 'owner_id' | 'run_token_hash' | 'of_bench'>>(
  caller: Caller,
  row: Row | null,
): Grant<'execution.share', Row> {
  const { on: seen } = maySeeExecution(caller, null, row)
  if (caller.type !== 'user' || caller.id !== seen.owner_id) throw new AppError('forbidden')
  return mint('execution.share', caller, seen)
}

/** @throws not_found, illegal_transition with the reason when its status does not allow the action */
export function mayControlExecution(
  caller: Caller,
  runToken: string | null,
  row: OwnerRow | null,
  action: ControlAction,
): Grant<'execution.control', OwnerRow> {
  const seen = maySeeExecution(caller, runToken, row).on
  const ability = controlAbility(action, seen.status, seen.of_bench)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
  return mint('execution.control', caller, seen)
}

/** An answer moves the run on, like a resume. @throws not_found */
export const mayAnswerWait = (
  caller: Caller,
  runToken: string | null,
  row: OwnerRow | null,
): Grant<'execution.control', OwnerRow> => mint('execution.control', caller, maySeeExecution(caller, runToken, row).on)

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

/** Whose executions a list shows: null is everybody's. @throws unauthenticated, forbidden */
export function mayListExecutions(caller: Caller, scope: 'own' | 'all'): Grant<'execution.list', UserId | null> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (scope === 'own') return mint('execution.list', caller, caller.id)
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('execution.list', caller, null)
}
