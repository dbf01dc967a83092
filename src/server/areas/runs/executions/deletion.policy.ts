/**
 * Who may delete runs: their owner, or the holder of the run token of a run without an owner. In a workspace a member deletes the runs
 * they started, owners and admins any.
 */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { deleteRunAbility } from '#contract/runs/deletion-rules.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { DeletableRow } from './deletion.store.ts'
import { isRunToken, maySeeExecution } from './executions.policy.ts'

type Owned = Pick<DeletableRow, 'owner_id' | 'run_token_hash' | 'started_by_id'>

/** A run without an owner belongs to the holder of its token; a super admin sees it without one. */
const isOwn = (caller: Caller, runToken: string | null, { owner_id, run_token_hash }: Owned): boolean =>
  owner_id === null ? isRunToken(runToken, run_token_hash) : caller.type === 'user' && caller.id === owner_id

const NOT_THEIRS = 'Only the person who started this run, or an owner or admin of the workspace, can delete it.'

/** Whether a member of a workspace may delete what this member made. */
export const mayDeleteOf = (caller: Caller, maker: UserId | null): boolean =>
  caller.type !== 'user' ||
  caller.workspace === undefined ||
  mayIn(caller.workspace.role, 'manage') ||
  caller.workspace.person_id === maker

/** For a run the caller may see. */
export const deleteAbility = (
  caller: Caller,
  runToken: string | null,
  row: Parameters<typeof deleteRunAbility>[0] & Owned,
): Ability =>
  isOwn(caller, runToken, row)
    ? mayDeleteOf(caller, row.started_by_id)
      ? deleteRunAbility(row)
      : refusedAbility(NOT_THEIRS)
    : refusedAbility('Only the owner of a run can delete it.')

/**
 * @throws not_found for another user's run, forbidden for a super admin looking at one, illegal_transition with the
 * reason when
 * it cannot be deleted now
 */
export function mayDeleteExecution(
  caller: Caller,
  runToken: string | null,
  row: DeletableRow | null,
): Grant<'execution.delete', ExecutionId> {
  const seen = maySeeExecution(caller, runToken, row).on
  if (!isOwn(caller, runToken, seen)) throw new AppError('forbidden')
  if (!mayDeleteOf(caller, seen.started_by_id)) throw new AppError('forbidden', { message: NOT_THEIRS })
  const ability = deleteRunAbility(seen)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
  if (seen.has_runs_under_way)
    throw new AppError('illegal_transition', {
      message: 'A workflow that this run started is still being cancelled. Try again in a minute.',
    })
  if (seen.has_cases_under_way)
    throw new AppError('illegal_transition', {
      message: 'A test case made from this run is being run. Try again when its evaluation has ended.',
    })
  return mint('execution.delete', caller, seen.id)
}
