/** Who may delete runs: their owner, or whoever holds the run token of a run without an owner. */
import { type Ability, refused } from '#contract/ability-values.ts'
import { deleteRunAbility } from '#contract/deletion-rules.ts'
import { AppError } from '#contract/errors.ts'
import type { ExecutionId } from '#contract/primitives.ts'
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'
import type { DeletableRow } from './deletion.store.ts'
import { maySeeExecution } from './executions.policy.ts'

/** A run without an owner belongs to whoever holds its token, which `maySeeExecution` has checked. */
const isOwn = (caller: Caller, { owner_id }: Pick<DeletableRow, 'owner_id'>): boolean =>
  owner_id === null || (caller.type === 'user' && caller.id === owner_id)

/** For a run the caller may see. */
export const deleteAbility = (
  caller: Caller,
  row: Parameters<typeof deleteRunAbility>[0] & Pick<DeletableRow, 'owner_id'>,
): Ability => (isOwn(caller, row) ? deleteRunAbility(row) : refused('Only the owner of a run can delete it.'))

/**
 * @throws not_found for a run of somebody else, forbidden for a super admin looking at one, illegal_transition with the reason when
 * it cannot be deleted now
 */
export function mayDeleteExecution(
  caller: Caller,
  runToken: string | null,
  row: DeletableRow | null,
): Grant<'execution.delete', ExecutionId> {
  const seen = maySeeExecution(caller, runToken, row).on
  if (!isOwn(caller, seen)) throw new AppError('forbidden')
  const ability = deleteRunAbility(seen)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
  return mint('execution.delete', caller, seen.id)
}
