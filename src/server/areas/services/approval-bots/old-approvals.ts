/** Messages about approvals that ask nothing any more, and codes whose time is over. */
import { APPROVAL_BOTS } from '#contract/services/approval-bot-values.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteOldCodes } from './bots.store.ts'
import { deleteOld } from './messages.store.ts'

const AT_ONCE = 1_000

export async function deleteOldApprovals(db: Database): Promise<void> {
  await deleteOldCodes(db)
  while ((await deleteOld(db, APPROVAL_BOTS.kept_days, AT_ONCE)) === AT_ONCE);
}
