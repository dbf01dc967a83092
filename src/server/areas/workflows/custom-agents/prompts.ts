/** What the instructions of an agent were: they are in the versions of its workflow. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { PromptVersion } from '#contract/workflows/custom-agents.ts'
import { findMemberRole } from '#server/areas/workflows/workflows/members.store.ts'
import type { LookGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './prompts.store.ts'

/** Each time they changed, newest first. @throws not_found, also for a stranger */
export async function listPrompts(
  db: Queryable,
  grant: LookGrant,
  id: WorkflowId,
  page: { limit: number; offset: number },
): Promise<{ items: PromptVersion[]; total: number; limit: number; offset: number }> {
  if ((await findMemberRole(db, id, grant.on)) === null) throw new AppError('not_found')
  const [rows, total] = await Promise.all([store.findPrompts(db, id, page), store.countPrompts(db, id)])
  const items = rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
  return { items, total, ...page }
}
