/** Which runs can be deleted, as plain data for the browser and the server. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { type ExecutionStatus, isFinal } from './execution-states.ts'

/** Runs one request may delete. */
export const MAX_DELETED_RUNS = 100

export interface DeletableRun {
  status: ExecutionStatus
  of_bench: boolean
  /** Whether another run started it. */
  is_child: boolean
}

/** Whether the owner may delete a run now, with the reason when not. */
export function deleteRunAbility({ status, of_bench, is_child }: DeletableRun): Ability {
  if (of_bench) return refusedAbility('This run belongs to a comparison. Delete the comparison instead.')
  if (is_child) return refusedAbility('Another run started this one. Delete that run instead.')
  return isFinal(status) ? allowed : refusedAbility('This run has not ended. Stop it first.')
}
