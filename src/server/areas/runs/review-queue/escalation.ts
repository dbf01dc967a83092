/** Reminders of what is due in a review, and what goes to others after a time that the workspace sets: in the bell and by mail. */
import { fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, sayTime } from '#contract/phrases/phrases.ts'
import type { ReviewSettings } from '#contract/runs/review-queue.ts'
import { REVIEW_ESCALATION } from '#contract/runs/review-queue-values.ts'
import { notify, type Telling } from '#server/areas/accounts/accounts.ts'
import { maskFor } from '#server/areas/runs/masked-lists/mask-texts.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './escalation.store.ts'
import type { UseQueue } from './review-queue.policy.ts'
import { findPeople } from './review-queue.store.ts'

async function tellAll(tx: Queryable, people: readonly UserId[], telling: Telling): Promise<void> {
  for (const person of people) await notify(tx, person, telling)
}

/** The person whom the workspace names, as long as they review there; otherwise its owners and admins. */
async function othersOf(tx: Queryable, owner: UserId, named: UserId | null): Promise<UserId[]> {
  const idsOf = (people: { id: UserId }[]) => people.map(({ id }) => id)
  if (named !== null && idsOf(await findPeople(tx, owner, 'review')).includes(named)) return [named]
  return idsOf(await findPeople(tx, owner, 'manage'))
}

/** Who is assigned, otherwise who started the run, if they may answer; otherwise all who may. */
async function answerersOf(tx: Queryable, { owner_id, assignee_id, started_by }: store.AskedRow): Promise<UserId[]> {
  const people = (await findPeople(tx, owner_id, 'review')).map(({ id }) => id)
  const meant = [assignee_id, started_by].find((one) => one !== null && people.includes(one))
  return meant == null ? people : [meant]
}

async function tellDue(tx: Queryable, step: store.Step): Promise<number> {
  const rows = await store.takeDue(tx, step)
  for (const row of rows) {
    const { execution_id, within, assignee_id, assignee, owner_id, escalate_to } = row
    const document = (await maskFor(tx, owner_id))(row.document)
    const [href, group, time] = [`${within}/review?open=${execution_id}`, `due:${execution_id}`, sayTime(row.due_at)]
    if (step === 'reminded' && assignee_id !== null)
      await notify(tx, assignee_id, {
        ...{ kind: 'mention', href, group },
        title: say('The review of “{document}” is due', { document }),
        message: say('It was due on {time}.', { time }),
      })
    if (step === 'escalated')
      await tellAll(tx, await othersOf(tx, owner_id, escalate_to), {
        ...{ kind: 'mention', href, group: `overdue:${execution_id}` },
        title: say('The review of “{document}” is overdue', { document }),
        message:
          assignee === null
            ? say('It was due on {time}. Nobody is assigned.', { time })
            : say('It was due on {time}. {person} is assigned.', { time, person: assignee }),
      })
  }
  return rows.length
}

async function tellAsked(tx: Queryable, step: store.Step): Promise<number> {
  const rows = await store.takeAsked(tx, step)
  for (const row of rows) {
    const { execution_id, within, owner_id, escalate_to } = row
    const title = (await maskFor(tx, owner_id))(row.title)
    const isLate = step === 'escalated'
    await tellAll(tx, isLate ? await othersOf(tx, owner_id, escalate_to) : await answerersOf(tx, row), {
      ...{ kind: 'approval', href: `${within}/runs/${execution_id}`, group: `${step}:${execution_id}` },
      title: isLate
        ? say('“{title}” still isn’t answered', { title })
        : say('“{title}” is waiting for an answer', { title }),
      message: say('It has waited since {time}.', { time: sayTime(row.asked_at) }),
    })
  }
  return rows.length
}

/** Each reminder is taken and written in one transaction: none is lost with a process, and none is sent twice by several. */
export async function escalateReviews(db: Database): Promise<void> {
  for (const tell of [tellDue, tellAsked])
    for (const step of ['reminded', 'escalated'] as const)
      while ((await db.transaction().execute((tx) => tell(tx, step))) > 0);
}

export async function getReviewSettings(db: Queryable, { on: { owner } }: UseQueue): Promise<ReviewSettings> {
  const [row, people] = await Promise.all([store.findSettings(db, owner), findPeople(db, owner, 'review')])
  const named = people.find(({ id }) => id === row?.escalate_to) ?? null
  return {
    escalate_after_minutes: row?.escalate_after_minutes ?? REVIEW_ESCALATION.usual_minutes,
    escalate_to: named,
    people,
  }
}

/** @throws invalid_input for who can't review there */
export async function saveReviewSettings(
  db: Database,
  grant: UseQueue,
  {
    escalate_after_minutes: minutes,
    escalate_to: person,
  }: { escalate_after_minutes: number; escalate_to: UserId | null },
): Promise<ReviewSettings> {
  const { owner } = grant.on
  const people = await findPeople(db, owner, 'review')
  if (person !== null && !people.some(({ id }) => id === person))
    throw fieldError('escalate_to', 'This person can’t review here.')
  await store.saveSettings(db, owner, { minutes, person })
  return getReviewSettings(db, grant)
}
