/** Which runs can be shared with the seller of their agent, as plain data for the browser and the server. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { type ExecutionStatus, isFinal } from '#contract/runs/execution-states.ts'

export const SHARED_DAYS = 7

export interface ShareableRun {
  status: ExecutionStatus
  of_bench: boolean
  /** Whether another run started it. */
  is_child: boolean
  /** Who sells its agent: null without one, or when the agent is the owner's own or the house's. */
  shares_with: string | null
  payload_removed_at: Date | null
}

/** Whether the owner may share a run with the seller of its agent, with the reason when not. */
export function shareRunAbility({
  status,
  of_bench,
  is_child,
  shares_with,
  payload_removed_at,
}: ShareableRun): Ability {
  if (shares_with === null) return refusedAbility('There is no other seller to share this run with.')
  if (of_bench) return refusedAbility('This run belongs to a comparison, which is yours alone.')
  if (is_child) return refusedAbility('Another run started this one. Share that run instead.')
  if (!isFinal(status)) return refusedAbility('This run has not ended.')
  if (payload_removed_at !== null) return refusedAbility('The content of this run was deleted.')
  return allowed
}
