/** Who may build workflows. The only place that mints grants on them. That a workflow is one's own is asked of the database. */
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'

export type EditGrant = Grant<'workflow.edit', UserId>

/** @throws unauthenticated, forbidden */
export function mayEditWorkflows(caller: Caller): EditGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('workflows.create')) throw new AppError('forbidden')
  return mint('workflow.edit', caller, caller.id)
}

/** An address of a webhook speaks for the owner of its workflow: whoever knows it may run that workflow. */
export const ownerEdits = (owner: UserId): EditGrant =>
  mint('workflow.edit', { type: 'visitor', key: 'webhook' }, owner)
