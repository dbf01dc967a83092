/** The JavaScript step, where an installation has switched it off: it is neither added nor run. The role of the workflow's owner decides. */
import { setTimeout as pause } from 'node:timers/promises'
import { FEATURES, isFeatureOn } from '#contract/admin/feature-values.ts'
import type { Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { type NodeDefinition, NodeError } from '#nodes/node.ts'
import { findActiveRole } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

const TYPE = 'code'
const AGAIN_MS = 250

const idsOf = (document: WorkflowDocument | null): string[] =>
  (document?.nodes ?? []).filter(({ type }) => type === TYPE).map(({ id }) => id)

/** Steps that are there already may stay and be edited. @throws feature_off */
export async function refuseNewCodeSteps(
  db: Queryable,
  owner: UserId,
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> {
  const known = new Set(idsOf(before))
  if (idsOf(document).some((id) => !known.has(id)))
    await requireFeature(db, 'code_node', await findActiveRole(db, owner))
}

/** The node as the engine runs it: a saved step asks each time. Its runs fail with `feature_off`. */
export const guardCodeStep = (
  { db, settings }: { db: Queryable; settings: Settings },
  node: NodeDefinition,
): NodeDefinition =>
  node.type !== TYPE
    ? node
    : {
        ...node,
        async run(ctx) {
          const { features } = settings.now()
          const { author } = ctx.run.as
          const role = features.code_node === undefined || author === null ? null : await roleOf(db, author, ctx.signal)
          if (!isFeatureOn(features, 'code_node', role)) throw new NodeError('feature_off', FEATURES.code_node.refusal)
          return node.run(ctx)
        },
      }

/** A run continues when the database is back, so it waits for it. */
async function roleOf(db: Queryable, author: UserId, signal: AbortSignal): Promise<Role | null> {
  for (;;)
    try {
      return await findActiveRole(db, author)
    } catch (error) {
      if (!isOutage(error)) throw error
      await pause(AGAIN_MS, undefined, { signal })
    }
}
