/** Approvals and forms that runs wait for: who is asked to answer them. Others who may answer still can. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import type { OpenQuestion } from '#contract/runs/review-queue.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import { maskFor } from '#server/areas/runs/masked-lists/mask-texts.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './assigned-questions.store.ts'
import { findAssignee, personFrom, refuseStale } from './assignees.ts'

export const presentQuestion = ({
  asked_by,
  at,
  until,
  assignee_id,
  assignee,
  ...row
}: store.QuestionRow): OpenQuestion => ({
  ...row,
  asked_by: asked_by ?? 'A workflow',
  at: at.toISOString(),
  until: until?.toISOString() ?? null,
  assignee: personFrom(assignee_id, assignee),
})

/** What belongs to a question that is over is settled by this name. */
export const assignedGroup = (wait: string): string => `wait-assigned:${wait}`

interface Assignment {
  wait: string
  /** Who assigns. */
  person: UserId
  assignee_id: UserId | null
  /** The number of the assignment that was looked at. */
  seen: number
}

async function tell(tx: Queryable, row: store.AssignableRow, href: string, to: UserId, wanted: Assignment) {
  const person = await store.findNameOf(tx, row.owner_id, wanted.person)
  const hide = await maskFor(tx, row.owner_id)
  await notify(tx, to, {
    kind: 'approval',
    title:
      row.title === null
        ? say('{person} asks you for an answer', { person })
        : say('{person} asks you to answer “{title}”', { person, title: hide(row.title) }),
    message: say('A run waits for it.'),
    href,
    group: assignedGroup(wanted.wait),
  })
}

/** @throws not_found, already_resolved, stale_details when it was assigned otherwise meanwhile, invalid_input for who can't answer */
export async function assignWait(
  db: Database,
  { on: { id } }: Grant<'execution.control', OwnerRow>,
  wanted: Assignment,
): Promise<Pick<OpenQuestion, 'wait_id' | 'assignee' | 'assignment'>> {
  const { wait, person, assignee_id, seen } = wanted
  return db.transaction().execute(async (tx) => {
    const row = await store.lockQuestion(tx, { execution: id, wait })
    if (row === null) throw new AppError('not_found')
    if (!row.is_open) throw new AppError('already_resolved')
    refuseStale({ number: row.assignment, assignee: row.assignee }, seen)
    const assignee = await findAssignee(tx, row.owner_id, assignee_id)
    const assignment = await store.assignQuestion(tx, wait, assignee_id)
    if (assignee !== null && assignee.id !== person && assignee.id !== row.assignee_id)
      await tell(tx, row, `${row.within}/runs/${id}`, assignee.id, wanted)
    return { wait_id: wait, assignee, assignment }
  })
}
