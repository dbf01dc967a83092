/**
 * The states of an execution and what may be done in each: one table, read by buttons and by the server. Plain data.
 *
 * queued → running → waiting (only waits are left) → running … → succeeded | failed | cancelled; running and waiting ⇄ paused.
 */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'

export const EXECUTION_STATUSES = [
  'queued',
  'running',
  'waiting',
  'paused',
  'succeeded',
  'failed',
  'cancelled',
] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

export const TRIGGERS = [
  'manual',
  'sample',
  'api',
  'chat',
  'webhook',
  'schedule',
  'mcp',
  'workflow',
  'form',
  'email',
  'error',
  'bench',
  'app',
  'table',
  'batch',
] as const
export type Trigger = (typeof TRIGGERS)[number]

/** `pending`: not decided yet. `running` is known from live events only. */
export const NODE_STATUSES = ['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped'] as const

export const CONTROL_ACTIONS = ['pause', 'resume', 'cancel', 'retry', 'rerun', 'fork'] as const
export type ControlAction = (typeof CONTROL_ACTIONS)[number]

/** Statuses in which an action is legal. An illegal one answers 409 and changes nothing. */
export const LEGAL_IN: Record<ControlAction, readonly ExecutionStatus[]> = {
  pause: ['queued', 'running', 'waiting'],
  resume: ['paused'],
  cancel: ['queued', 'running', 'waiting', 'paused'],
  retry: ['failed', 'cancelled'],
  rerun: ['succeeded', 'failed', 'cancelled'],
  fork: ['succeeded', 'failed', 'cancelled'],
}

export const isFinal = (status: ExecutionStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

export const isLegal = (action: ControlAction, status: ExecutionStatus): boolean => LEGAL_IN[action].includes(status)

const WHY_NOT: Record<ControlAction, (status: ExecutionStatus) => string> = {
  pause: (status) => (status === 'paused' ? 'This run is already paused.' : 'This run has finished.'),
  resume: (status) => (isFinal(status) ? 'This run has finished.' : 'This run isn’t paused.'),
  cancel: () => 'This run has finished.',
  retry: (status) =>
    status === 'succeeded' ? 'This run succeeded, so there’s nothing to retry.' : 'This run hasn’t ended yet.',
  rerun: () => 'This run hasn’t ended yet.',
  fork: () => 'This run hasn’t ended yet.',
}

/** For people who cannot edit the workflow: they do not see the button at all. */
export const FORK_REFUSED =
  'Only people who can edit this workflow can run it from a step. Run it again with new input instead.'

/** For everyone but the owner of a workflow with a run of their own: they do not see the button at all. */
export const CASE_REFUSED = 'Only the owner of the workflow can make test cases, and only from runs of their own.'

/** Whether the owner of a workflow may make a test case of a run of theirs now, with the reason when not. */
export const caseAbility = (status: ExecutionStatus): Ability =>
  isFinal(status) ? allowed : refusedAbility('This run hasn’t ended yet.')

/** What a super admin does to a run of another account, for the operation of this installation: it goes no further. */
export const OVERSEER_ACTIONS: readonly ControlAction[] = ['pause', 'cancel']

/** For a super admin looking at a run of another account. */
export const OVERSEEN = 'Only the owner of this run can do this. A super admin can pause or cancel it.'

const OF_BENCH = 'This run belongs to a comparison. Cancel the comparison, or create a new one to repeat it.'

/** Whether an action is legal now, with the reason when not. A run of a bench stays what was paid for, and its data goes with it. */
export function controlAbility(action: ControlAction, status: ExecutionStatus, of_bench = false): Ability {
  if (of_bench) return refusedAbility(OF_BENCH)
  return isLegal(action, status) ? allowed : refusedAbility(WHY_NOT[action](status))
}
