/** The verb of moving visitors' runs into an account. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ClaimedRun } from '#contract/runs/execution-claims.ts'
import { checkStorage } from '#server/areas/billing/billing.ts'
import { personIn, type RunRecords, wayOf } from '#server/areas/runs/record-keeping/keep.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { mayClaimExecution } from './claims.policy.ts'
import * as store from './claims.store.ts'

async function move(
  tx: Queryable,
  { on }: Grant<'execution.claim', { row: store.VisitorRow; to: UserId; person: UserId }>,
): Promise<void> {
  await lockOwner(tx, on.to)
  await store.moveRun(tx, on.row, on.to)
  await store.nameDecisions(tx, on.row.id, on)
  await checkStorage(tx, on.to)
}

const codeOf = (error: AppError): NonNullable<ClaimedRun['error']>['code'] =>
  error.code === 'illegal_transition' || error.code === 'plan_limit' ? error.code : 'not_found'

/** Each run in a transaction of its own. A run is moved once; its token opens nothing afterwards. */
export async function claimExecutions(
  { db, records }: { db: Database; records: RunRecords },
  caller: Caller,
  runs: readonly { id: ExecutionId; token: string }[],
): Promise<{ results: ClaimedRun[] }> {
  const results: ClaimedRun[] = []
  for (const { id, token } of runs) {
    try {
      await db.transaction().execute(async (tx) => {
        const row = await store.lockVisitorRun(tx, id)
        const grant = mayClaimExecution(caller, token, row)
        // First, so that the record says of what a visitor did that a visitor did it.
        await records.catchUp(tx, id)
        await move(tx, grant)
        await records.noteIn(tx, id, {
          ...{ kind: 'claimed', source: 'claimed', by: personIn(caller), facts: { way: wayOf(caller) } },
        })
      })
      results.push({ id, claimed: true, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, claimed: false, error: { code: codeOf(error), message: error.message } })
    }
  }
  return { results }
}
