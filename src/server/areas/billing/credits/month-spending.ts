/** What a month cost, by who and what spent it, and what each member of a workspace may spend. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { MonthSpending } from '#contract/billing/credits.ts'
import { AppError } from '#contract/core/errors.ts'
import { ServiceId, type UserId } from '#contract/core/primitives.ts'
import { monthInIndia, monthSpanInIndia } from '#contract/india/time.ts'
import { saveMemberCap as storeMemberCap } from '#server/areas/accounts/accounts.ts'
import type { OwnMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './month-spending.store.ts'

const MOST_SERVICES = 100

/** Members who may not see the bills get their own row alone. @param month as in 2026-11; this one when absent */
export async function getMonthSpending(
  db: Queryable,
  { on: account, by }: OwnMoney,
  month = monthInIndia(new Date()),
): Promise<MonthSpending> {
  const span = { account, ...monthSpanInIndia(month) }
  const workspace = by.type === 'user' ? by.workspace : undefined
  const members = workspace ? await store.findSpendingByMember(db, span) : []
  if (workspace && !mayIn(workspace.role, 'bills')) {
    const by_member = members.filter(({ user_id }) => user_id === workspace.person_id)
    const [own] = by_member
    return { month, runs: own?.runs ?? 0, spent_paise: own?.spent_paise ?? 0, by_member, by_service: [] }
  }
  const services = await store.findSpendingByService(db, span, MOST_SERVICES)
  const by_service = services.map(({ service_id, name, runs, spent_paise }) => ({
    service_id: service_id === null ? null : ServiceId.parse(service_id),
    ...{ name, runs, spent_paise },
  }))
  const { all_runs = 0, all_paise = 0 } = services[0] ?? {}
  return { month, runs: all_runs, spent_paise: all_paise, by_member: members, by_service }
}

/** In the audit log, with the limit before. @throws not_found for who is no member, also in a person's own account */
export const saveMemberCap = (db: Database, { on, by }: OwnMoney, person: UserId, paise: number | null) =>
  db.transaction().execute(async (tx) => {
    const saved = await storeMemberCap(tx, { workspace: on, person, paise })
    if (saved === null || by.type !== 'user') throw new AppError('not_found')
    await insertAudit(tx, {
      actor_id: personBehind(by),
      action: 'workspace.set_cap',
      target_id: on,
      reason: null,
      details: { person, from: saved.before, to: paise },
    })
    return { user_id: person, month_cap_paise: paise }
  })
