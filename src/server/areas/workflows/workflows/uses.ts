/** Who depends on a workflow: asked before it is published, taken back or archived. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowUses } from '#contract/workflows/versions.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findMemberRole } from './members.store.ts'
import { triggerAddress } from './trigger-address.ts'
import * as store from './uses.store.ts'
import type { LookGrant } from './workflows.policy.ts'

/**
 * Of services of an agent only how many: they are their owners'. Addresses, services that follow it and names of other workflows are the owner's alone: others see none.
 * @throws not_found, also for a stranger
 */
export async function getWorkflowUses(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
  mail_domain: string | null,
): Promise<WorkflowUses> {
  const role = await findMemberRole(db, id, grant.on)
  if (role === null) throw new AppError('not_found')
  const [agents, services, callers, triggers] = await Promise.all([
    store.findAgentUses(db, id),
    role === 'owner' ? store.findFollowers(db, id) : [],
    role === 'owner' ? store.findCallers(db, id) : [],
    store.findTriggerUses(db, id),
  ])
  return {
    agents,
    services,
    callers,
    triggers: triggers.map(({ type, enabled, draft_enabled, paused_at, token, next_run_at }) => ({
      type,
      is_live: enabled,
      in_draft: draft_enabled,
      paused: paused_at !== null,
      address: role === 'owner' && token !== null ? triggerAddress(type, token, mail_domain) : null,
      next_run: enabled && paused_at === null ? (next_run_at?.toISOString() ?? null) : null,
    })),
  }
}
