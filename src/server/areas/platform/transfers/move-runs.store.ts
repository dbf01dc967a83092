/** Runs and what hangs on them, as SQL: one statement after the other in one transaction. */
import { sql } from 'kysely'
import { uuids } from './contents.store.ts'
import { type MoveStep, moveStep } from './move-step.ts'

export const RUN_STEPS: readonly MoveStep[] = [
  // Links that show a run to everyone were given by those who no longer have it.
  moveStep(
    ['executions.owner_id'],
    ({ to, runs }) => sql`
    update executions set owner_id = ${to}, shared_until = null where id = any(${uuids(runs)})`,
  ),
  // Who isn’t a member of the new workspace has nothing to review in it.
  moveStep(
    ['run_reviews.owner_id', 'run_reviews.assignee_id'],
    ({ to, runs }) => sql`
    update run_reviews r set owner_id = ${to}, assignee_id = case when r.assignee_id = ${to} or exists (
      select from workspace_members m where m.workspace_id = ${to} and m.user_id = r.assignee_id) then r.assignee_id end
    where execution_id = any(${uuids(runs)})`,
  ),
  moveStep(
    ['execution_waits.assignee_id'],
    ({ to, runs }) => sql`
    update execution_waits w set assignee_id = null
    where execution_id = any(${uuids(runs)}) and assignee_id is not null and assignee_id <> ${to} and not exists (
      select from workspace_members m where m.workspace_id = ${to} and m.user_id = w.assignee_id)`,
  ),
  moveStep(
    ['approval_links.owner_id', 'approval_links.made_by'],
    ({ runs }) => sql`delete from approval_links where execution_id = any(${uuids(runs)})`,
  ),
  moveStep(
    ['app_calls.owner_id'],
    ({ to, runs }) => sql`update app_calls set owner_id = ${to} where execution_id = any(${uuids(runs)})`,
  ),
  moveStep(
    ['mails.owner_id'],
    ({ to, runs }) => sql`
    update mails set owner_id = ${to} where owner_id is not null and (run_id = any(${uuids(runs)}) or execution_id = any(${uuids(runs)}))`,
  ),
  moveStep(
    ['failures.owner_id'],
    ({ to, runs }) => sql`update failures set owner_id = ${to} where execution_id = any(${uuids(runs)})`,
  ),
  // A recovery lists runs of many workflows; it continues without these.
  moveStep(
    ['recoveries.owner_id'],
    ({ runs }) => sql`
    delete from recovery_items where execution_id = any(${uuids(runs)}) or new_id = any(${uuids(runs)})`,
  ),
]
