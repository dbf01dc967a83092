/**
 * Who may build workflows, and who may look at those that are shared with them. The only place that mints grants on them. That a
 * workflow is one's own, or shared, is asked of the database.
 */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type EditGrant = Grant<'workflow.edit', UserId>
/** To see a workflow that is shared with one and to speak of it, whatever one's role: only editing asks for `workflows.create`. */
export type LookGrant = EditGrant | Grant<'workflow.look', UserId>

/** @throws unauthenticated, forbidden */
export function mayEditWorkflows(caller: Caller): EditGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('workflows.create')) throw new AppError('forbidden')
  return mint('workflow.edit', caller, caller.id)
}

/** @throws unauthenticated */
export function mayLookAtWorkflows(caller: Caller): LookGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return caller.permissions.has('workflows.create')
    ? mint('workflow.edit', caller, caller.id)
    : mint('workflow.look', caller, caller.id)
}

/** A person's effective role in a workflow: an editor whose account may not build is a viewer. */
export const effectiveRole = (grant: LookGrant, role: WorkflowRole): WorkflowRole =>
  grant.action === 'workflow.look' ? 'viewer' : role

/** Who wrote, drew or took back something: the person, also where they act for a workspace. */
export const authorOf = ({ by, on }: LookGrant): UserId => (by.type === 'user' ? personBehind(by) : on)

/** A webhook's address acts for the owner of its workflow: anyone who knows it may run that workflow. */
export const ownerEdits = (owner: UserId): EditGrant =>
  mint('workflow.edit', { type: 'visitor', key: 'webhook' }, owner)
