/** What an account may have of each kind: what arrives is asked the same as what is made. */
import { CREDENTIALS } from '#contract/accounts/credentials.ts'
import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import { MCP_SERVERS } from '#contract/connectors/mcp-server-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import type { Contents } from './contents.ts'
import { countAdded, countOwned } from './facts.store.ts'

/** Those limits that the account would be above, and what they allow. It must be locked, or only be looked at. */
export async function findFull(
  db: Queryable,
  account: UserId,
  contents: Contents,
): Promise<{ name: string; limit: number }[]> {
  const [has, more, { workflows_per_user, services_per_user }] = await Promise.all([
    countOwned(db, account),
    countAdded(db, contents),
    readLimits(db),
  ])
  const { agent: _, ...kinds } = contents
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, ids]) => [kind, ids.length]))
  const added: Record<string, number> = { ...counts, ...more }
  const limits: Record<keyof typeof has, number> = {
    workflow: workflows_per_user,
    service: services_per_user,
    knowledge_base: KNOWLEDGE.per_owner,
    data_table: TABLE_LIMITS.per_person,
    credential: CREDENTIALS.per_user,
    model: MODEL_LIMITS.per_user,
    mcp_server: MCP_SERVERS.per_user,
    imported_app: INTEGRATIONS.per_user,
    skill: SKILLS.per_person,
    skill_bytes: SKILLS.bytes_per_person,
    table_bytes: TABLE_LIMITS.bytes_per_person,
  }
  return (Object.keys(limits) as (keyof typeof has)[])
    .filter((name) => (added[name] ?? 0) > 0 && has[name] + (added[name] ?? 0) > limits[name])
    .map((name) => ({ name, limit: limits[name] }))
}
