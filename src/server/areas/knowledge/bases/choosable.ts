/** Which bases a person may choose in the form that starts a run. */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { KnowledgeGrant } from './bases.policy.ts'
import { findReadable } from './bases.store.ts'

/**
 * Their own and those shared with their address. Whether the address is proven is asked by the step that searches: what is told
 * here is only that the choice can’t work.
 */
export const findChoosable = (
  db: Queryable,
  grant: KnowledgeGrant,
  ids: readonly KnowledgeId[],
): Promise<Set<string>> => findReadable(db, { user: grant.on, askProof: false }, ids)
