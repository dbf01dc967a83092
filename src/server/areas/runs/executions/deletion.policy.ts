/** Who may delete runs: their owner, or the holder of the run token of a run without an owner. */
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { deleteRunAbility } from '#contract/runs/deletion-rules.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { DeletableRow } from './deletion.store.ts'
import { isRunToken, maySeeExecution } from './executions.policy.ts'

type Owned = Pick<DeletableRow, 'owner_id' | 'run_token_hash'>

/** A run without an owner belongs to the holder of its token; a super admin sees it without one. */
const isOwn = (caller: Caller, runToken: string | null, { owner_id, run_token_hash }: Owned): boolean =>
  owner_id === null ? isRunToken(runToken, run_token_hash) : caller.type === 'user' && caller.id === owner_id

/** For a run the caller may see. */
export const deleteAbility = (
  caller: Caller,
  runToken: string | null,
  row: Parameters<typeof deleteRunAbility>[0] & Owned,
): Ability =>
  isOwn(caller, runToken, row) ? deleteRunAbility(row) : refusedAbility('Only the owner of a run can delete it.')

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
  const ability = deleteRunAbility(seen)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
  if (seen.has_runs_under_way)
    throw new AppError('illegal_transition', {
      message: 'A workflow that this run started is still being cancelled. Try again in a minute.',
    })
  return mint('execution.delete', caller, seen.id)
}
