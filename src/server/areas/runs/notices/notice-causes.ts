/**
 * Makes notices of what the engine left behind: failed runs and waits for a person. Triggers of the database leave a row in the
 * transaction that makes it true; here the row is taken out in the transaction that writes the notice. Nothing is lost or told
 * twice, whoever dies in between, and a run that succeeds pays nothing.
 */

import { type NewNotice, noticeFor, settleNotices, writeNotices } from '#server/areas/accounts/accounts.ts'
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
      title: `${name ?? 'A run'} failed`,
      message: message ?? '',
      href: runPath(execution_id),
      group: group_key,
    },
    count,
  )

const waitNotice = ({ id, owner_id, type, title, name, execution_id }: store.WaitRow): NewNotice =>
  noticeFor(owner_id, {
    kind: 'approval',
    title: `${name ?? 'A run'} is waiting for you`,
    message: title ?? (type === 'approval' ? 'Your approval is needed.' : 'Your answers are needed.'),
    href: runPath(execution_id),
    group: waitGroup(id),
  })

const idsOf = (causes: readonly store.Cause[], kind: store.Cause['kind']) =>
  causes.filter((cause) => cause.kind === kind).map(({ execution_id }) => execution_id)
const waitsOf = (causes: readonly store.Cause[], kind: store.Cause['kind']) =>
  causes.flatMap((cause) => (cause.kind === kind && cause.wait_id ? [cause.wait_id] : []))

async function tell(tx: Queryable, causes: readonly store.Cause[]): Promise<void> {
  const failed = idsOf(causes, 'run_failed')
  const failures = failed.length > 0 ? await store.findFailures(tx, failed) : []
  const opened = waitsOf(causes, 'wait_opened')
  const waits = opened.length > 0 ? await store.findOpenWaits(tx, opened) : []
  await writeNotices(tx, [...failures.map(failureNotice), ...waits.map(waitNotice)])
  const gone = idsOf(causes, 'waits_gone')
  const closed = waitsOf(causes, 'wait_closed')
  if (gone.length > 0) closed.push(...(await store.findWaitsOf(tx, gone)))
  await settleNotices(tx, closed.map(waitGroup))
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
