/** The workflows that use a plugin or an MCP package. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { usedBy } from '#server/platform/used-by.ts'

export interface PackageUse {
  id: WorkflowId
  name: string
  owner_id: UserId
  owner: string
}

const MOST_SHOWN = 100

/** @param mayManage sees the workflows of everyone */
export const presentUses = (uses: readonly PackageUse[], caller: UserId, mayManage: boolean) => ({
  used_by: uses
    .filter(({ owner_id }) => mayManage || owner_id === caller)
    .slice(0, MOST_SHOWN)
    .map(({ owner_id, ...use }) => ({ ...use, yours: owner_id === caller })),
  used_by_total: uses.length,
})

/** @throws `code`, each problem naming a workflow */
export function refuseUsed(uses: readonly PackageUse[], code: 'plugin_in_use' | 'mcp_package_in_use'): void {
  if (uses.length === 0) return
  const problems = uses
    .slice(0, MOST_SHOWN)
    .map(({ name, owner }) => ({ message: `“${name}” of ${owner}`, field: 'id', code }))
  throw new AppError(code, { message: usedBy(uses), problems })
}
