/** Approvals as they are shown and answered outside of the product, such as in Slack. */
import type { UserId } from '#contract/core/primitives.ts'
import { masksLists } from '#server/areas/accounts/accounts.ts'
import { type AnsweringEngine, answerWait, type OutsideWay } from '#server/areas/runs/executions/answers.ts'
import { mayAnswerWait } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner, findWait } from '#server/areas/runs/executions/executions.store.ts'
import { type Question, questionFor } from '#server/areas/runs/executions/questions.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { type AskedRow, findAsked } from './outside-answers.store.ts'

export interface AskedApproval extends AskedRow {
  /** As the account sees it; null where personal data is masked. */
  question: Pick<Question, 'title' | 'details'> | null
  /** The account masks personal data in lists: the question is for its page alone. */
  is_masked: boolean
}

/** What an approval of the account asks, and how it ended; null where there is none any more. */
export async function readApproval(db: Queryable, owner: UserId, wait: string): Promise<AskedApproval | null> {
  const row = await findAsked(db, wait)
  if (row === null || row.owner_id !== owner) return null
  const is_masked = await masksLists(db, owner)
  if (is_masked) return { ...row, is_masked, question: null }
  const found = await findWait(db, { execution: row.execution_id, id: wait }, owner)
  if (found === null) return { ...row, is_masked, question: null }
  const { title, details } = questionFor(found.wait, found)
  return { ...row, is_masked, question: { title, details } }
}

/**
 * Asks everything that an answer on the page asks.
 * @throws not_found, already_resolved, what answering throws, and what the engine refuses
 */
export async function answerOutside(
  deps: { db: Database; engine: AnsweringEngine; records: RunRecords },
  person: UserCaller,
  { wait_id, execution_id }: Pick<AskedRow, 'wait_id' | 'execution_id'>,
  { approved, way }: { approved: boolean; way: OutsideWay },
): Promise<void> {
  const grant = mayAnswerWait(person, null, await findOwner(deps.db, execution_id))
  const answer = { type: 'approval' as const, approved, comment: '' }
  await answerWait(deps, grant, { id: wait_id, answer, way })
  await deps.db.transaction().execute((tx) => deps.records.catchUp(tx, execution_id))
}
