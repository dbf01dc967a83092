/** The audit log: written in the transaction of the act, and only added to. */
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { requestAddress } from './request-address.ts'

export interface AuditEntry {
  actor_id: UserId
  /** `noun.verb`, as the grant of the act is named. */
  action: string
  /** Whom or what it was done to. */
  target_id: string
  reason: string | null
  /** What changed: from what to what. */
  details: JsonObject
}

/** Also notes the address of the request that the act is part of. */
export async function insertAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...entry, details: JSON.stringify(entry.details), address: requestAddress() })
    .execute()
}
