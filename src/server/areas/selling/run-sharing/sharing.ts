/** The verbs of sharing runs with sellers, and what sellers see of failures without that. */

import { refusedAbility } from '#contract/core/ability-values.ts'
import { AppError, ERRORS } from '#contract/core/errors.ts'
import type { AgentId, ExecutionId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import type { AgentFailure, RunShare, SharedRun } from '#contract/runs/run-sharing.ts'
import { SHARED_DAYS, shareRunAbility } from '#contract/workflows/sharing-rules.ts'
import { notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import { mayReadExecution, mayShareExecution, type RunRecords, shareEvent } from '#server/areas/runs/runs.ts'
import { ownAgent } from '#server/areas/selling/publishing/drafts.ts'
import type { SellGrant } from '#server/areas/selling/publishing/publishing.policy.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './sharing.store.ts'

interface SharingDeps {
  db: Database
  records: RunRecords
}

const groupOf = (id: ExecutionId): string => `shared:${id}`

const isOwner = (caller: Caller, row: store.ShareRow): boolean => caller.type === 'user' && caller.id === row.owner_id

const present = (caller: Caller, row: store.ShareRow, until: Date | null): RunShare => ({
  shared_until: until?.toISOString() ?? null,
  is_own: isOwner(caller, row),
  share: isOwner(caller, row) ? shareRunAbility(row) : refusedAbility('Only the owner of a run can share it.'),
})

/** @throws not_found */
export async function getRunShare(db: Queryable, caller: Caller, id: ExecutionId): Promise<RunShare> {
  const { on: row } = mayReadExecution(caller, null, await store.findShare(db, id))
  return present(caller, row, row.shared_until)
}

/** @throws not_found, illegal_transition with the reason */
export function shareRun({ db, records }: SharingDeps, caller: Caller, id: ExecutionId): Promise<RunShare> {
  return db.transaction().execute(async (tx) => {
    const grant = mayShareExecution(caller, await store.lockShare(tx, id))
    const row = grant.on
    const ability = shareRunAbility(row)
    if (!ability.allowed || row.shares_with === null)
      throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
    const until = new Date(Date.now() + SHARED_DAYS * DAY_MS)
    await store.setShare(tx, grant, until)
    await records.noteIn(tx, id, shareEvent(caller, 'shared', until))
    if (row.shared_until === null)
      await notify(tx, row.shares_with, {
        kind: 'run_failed',
        title: say('A buyer shared a run of {agent} with you', { agent: row.agent_name ?? say('your agent') }),
        message: say('You can read its input, steps and result for {days} days, unless the buyer stops sharing.', {
          days: SHARED_DAYS,
        }),
        href: `/runs/${id}`,
        group: groupOf(id),
      })
    return present(caller, row, until)
  })
}

/** A second time changes nothing. @throws not_found */
export function endRunShare({ db, records }: SharingDeps, caller: Caller, id: ExecutionId): Promise<RunShare> {
  return db.transaction().execute(async (tx) => {
    const grant = mayShareExecution(caller, await store.lockShare(tx, id))
    const row = grant.on
    await store.setShare(tx, grant, null)
    if (row.shared_until !== null) await records.noteIn(tx, id, shareEvent(caller, 'share_ended', null))
    await settleNotices(tx, [groupOf(id)])
    return present(caller, row, null)
  })
}

const CODE = /^[a-z][a-z0-9_]{0,63}$/

/** What a code means: the product's own words for it, else the code as words. */
function causeOf(code: string): string {
  if (code in ERRORS) return ERRORS[code as keyof typeof ERRORS].text
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const safeCode = (code: string | null): string => (code !== null && CODE.test(code) ? code : 'failed')

interface Page {
  limit: number
  offset: number
}

/** @throws not_found, also for another seller's agent */
export async function listAgentFailures(
  db: Queryable,
  grant: SellGrant,
  { id, limit, offset }: Page & { id: AgentId },
): Promise<{ items: AgentFailure[]; total: number } & Page> {
  await ownAgent(db, grant, id)
  const rows = await store.findFailures(db, id, { limit, offset })
  const items = rows.map(({ code, node_id, title, version, runs, first_at, last_at }) => ({
    code: safeCode(code),
    cause: causeOf(safeCode(code)),
    step: node_id === null ? null : { node_id, title: title ?? node_id },
    version,
    runs,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0, limit, offset }
}

/** @throws not_found, also for another seller's agent */
export async function listSharedRuns(
  db: Queryable,
  grant: SellGrant,
  { id, limit, offset }: Page & { id: AgentId },
): Promise<{ items: SharedRun[]; total: number } & Page> {
  await ownAgent(db, grant, id)
  const rows = await store.findShared(db, id, { limit, offset })
  const items = rows.map(({ total: _, code, created_at, shared_until, ...row }) => ({
    ...row,
    code: code === null ? null : safeCode(code),
    created_at: created_at.toISOString(),
    shared_until: shared_until.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0, limit, offset }
}
