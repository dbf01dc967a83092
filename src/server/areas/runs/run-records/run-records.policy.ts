/** Who reads the record of a run: who owns it; in a workspace those with the right to manage it, which is asked where they enter it. */
import { AppError } from '#contract/core/errors.ts'
import { mayAudit, mayUseExecution } from '#server/areas/runs/executions/executions.policy.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type SeeRecord = Grant<'run-record.see', OwnerRow>

/** @throws unauthenticated, not_found, forbidden for a super admin looking at a run of another account, and for who only looks on */
export function maySeeRecord(caller: Caller, row: OwnerRow | null): SeeRecord {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const { on } = mayUseExecution(caller, null, row)
  if (!mayAudit(caller, on)) throw new AppError('forbidden')
  return mint('run-record.see', caller, on)
}
