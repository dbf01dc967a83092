/**
 * Creates notices of failed runs and of waits for a person. Database triggers leave a row in the transaction that
 * causes it; here the row is consumed in the transaction that writes the notice. Nothing is lost or sent twice if a
 * process dies in between, and a successful run costs nothing.
 */

import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { findMasking, type NewNotice, noticeFor, settleNotices, writeNotices } from '#server/areas/accounts/accounts.ts'
import { maskText } from '#server/areas/runs/masked-lists/mask-texts.ts'
import { assignedGroup } from '#server/areas/runs/review-queue/assigned-questions.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './causes.store.ts'

const AT_ONCE = 1000

const waitGroup = (id: string): string => `wait:${id}`
const runPath = (id: string): string => `/runs/${id}`

const failureNotice = ({ owner_id, name, message, execution_id, group_key, count }: store.FailureRow): NewNotice =>
  noticeFor(
    owner_id,
    {
      kind: 'run_failed',
      title: name === null ? say('A run failed') : say('{name} failed', { name }),
      message: verbatim(message ?? ''),
      href: runPath(execution_id),
      group: group_key,
    },
    count,
  )

const accountGroup = (credential: string): string => `account:${credential}`

const MESSAGES = {
  approval: say('Your approval is needed.'),
  form: say('Your answers are needed.'),
  account: say('Connect your account again.'),
}

/** One notice however many runs wait, and nothing of the runs: they may be other people's. */
const accountNotice = (author: UserId, credential: string, name: string | null): NewNotice =>
  noticeFor(author, {
    kind: 'approval',
    title: say('Connect an account again'),
    message: say('{name} waits for it: the app no longer accepts the account.', { name: name ?? say('A workflow') }),
    href: '/settings?section=apps',
    group: accountGroup(credential),
  })

function waitNotice({
  id,
  owner_id,
  type,
  title,
  name,
  execution_id,
  credential,
  author_id,
}: store.WaitRow): NewNotice {
  if (credential !== null && author_id !== null) return accountNotice(author_id, credential, name)
  return noticeFor(owner_id, {
    kind: 'approval',
    title: name === null ? say('A run is waiting for you') : say('{name} is waiting for you', { name }),
    message: title === null ? MESSAGES[type] : verbatim(title),
    href: runPath(execution_id),
    group: waitGroup(id),
  })
}

const idsOf = (causes: readonly store.Cause[], kind: store.Cause['kind']) =>
  causes.filter((cause) => cause.kind === kind).map(({ execution_id }) => execution_id)
const waitsOf = (causes: readonly store.Cause[], kind: store.Cause['kind']) =>
  causes.flatMap((cause) => (cause.kind === kind && cause.wait_id ? [cause.wait_id] : []))

/** Of several runs that wait for the same account one notice is written. */
const oncePerGroup = (notices: readonly NewNotice[]): NewNotice[] => [
  ...new Map(notices.map((notice) => [`${notice.user_id} ${notice.group_key}`, notice])).values(),
]

async function tell(tx: Queryable, causes: readonly store.Cause[]): Promise<void> {
  const failed = idsOf(causes, 'run_failed')
  const failures = failed.length > 0 ? await store.findFailures(tx, failed) : []
  const opened = waitsOf(causes, 'wait_opened')
  const waits = opened.length > 0 ? await store.findOpenWaits(tx, opened) : []
  const masking = await findMasking(
    tx,
    [...failures, ...waits].flatMap(({ owner_id }) => owner_id ?? []),
  )
  const hide = (owner: UserId, text: string | null) => (text !== null && masking.has(owner) ? maskText(text) : text)
  const told = [
    ...failures.map((one) => failureNotice({ ...one, message: hide(one.owner_id, one.message) })),
    ...oncePerGroup(waits.map((one) => waitNotice({ ...one, title: hide(one.owner_id, one.title) }))),
  ]
  await writeNotices(tx, told)
  const gone = idsOf(causes, 'waits_gone')
  const closed = waitsOf(causes, 'wait_closed')
  if (gone.length > 0) closed.push(...(await store.findWaitsOf(tx, gone)))
  const accounts = closed.length > 0 ? await store.findAccountsWithoutWaits(tx, closed) : []
  await settleNotices(tx, [...closed.map(waitGroup), ...closed.map(assignedGroup), ...accounts.map(accountGroup)])
}

/** Makes notices of everything there is. @returns false when another process was at it */
export async function collectNotices(db: Database): Promise<boolean> {
  while (await store.hasCauses(db)) {
    const taken = await db.transaction().execute(async (tx) => {
      const causes = await store.takeCauses(tx, AT_ONCE)
      if (causes && causes.length > 0) await tell(tx, causes)
      return causes?.length ?? null
    })
    if (taken === null) return false
  }
  return true
}
