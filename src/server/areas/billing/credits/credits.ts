/** The verbs of credits. They are bought by orders, held by the toll and charged by the end of a run. */
import {
  CREDIT_ENTRIES,
  type CreditEntry,
  type Credits,
  type SaveCaps,
  type ServiceSpending,
} from '#contract/billing/credits.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import { presentPrice } from '#server/areas/agents/agents.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import type { OwnMoney, SeenMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as caps from './caps.store.ts'
import * as store from './credits.store.ts'
import { LOW_PAISE } from './low-balance.ts'
import { sumWaiting } from './waiting.store.ts'

export async function getCredits(db: Queryable, { on }: OwnMoney | SeenMoney): Promise<Credits> {
  const [balance_paise, held_paise, today_paise, settings, waiting] = await Promise.all([
    balanceOf(db, 'credits', on),
    balanceOf(db, 'credits_held', on),
    caps.sumSpentToday(db, on, new Date()),
    caps.findSettings(db, on),
    sumWaiting(db, on),
  ])
  return {
    balance_paise,
    held_paise,
    waiting: { ...waiting, next_at: waiting.next_at?.toISOString() ?? null },
    today_paise,
    run_cap_paise: settings?.run_cap_paise ?? null,
    day_cap_paise: settings?.day_cap_paise ?? null,
    low_paise: settings?.low_paise ?? LOW_PAISE,
  }
}

/** Holds for runs that begin from now on, and for calls of models in those under way. */
export async function saveCaps(db: Queryable, grant: OwnMoney, changes: SaveCaps): Promise<Credits> {
  await caps.saveSettings(db, grant.on, changes)
  return getCredits(db, grant)
}

/**
 * A run that is charged gives back what was held for its models and not needed; one that is accepted after it was rejected is charged at
 * once.
 */
const kindOf = ({ kind, execution_id }: store.EntryRow): CreditEntry['kind'] => {
  if (kind === 'sale' && execution_id !== null) return 'hold'
  return kind === 'sale' || kind === 'models' ? 'release' : (CREDIT_ENTRIES.find((known) => known === kind) ?? 'other')
}

/** Newest first, each with the balance behind it. */
export async function listEntries(
  db: Queryable,
  { on }: OwnMoney | SeenMoney,
  page: { limit: number; offset: number },
): Promise<{ items: CreditEntry[]; total: number; limit: number; offset: number }> {
  const [rows, total, balance] = await Promise.all([
    store.findEntries(db, on, page),
    store.countEntries(db, on),
    balanceOf(db, 'credits', on),
  ])
  const items = rows.map(
    (row): CreditEntry => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: kindOf(row),
      paise: row.paise,
      balance_paise: balance - row.newer,
      title: row.title ?? '',
      run: row.execution_id && row.status ? { id: row.execution_id, status: row.status, reason: row.reason } : null,
    }),
  )
  return { items, total, ...page }
}

/** @throws not_found, also for a foreign one */
export async function getSpending(db: Queryable, { on }: OwnMoney, id: ServiceId): Promise<ServiceSpending> {
  const now = new Date()
  const service = await caps.findOwnService(db, on, id, now)
  if (!service) throw new AppError('not_found')
  return {
    price: presentPrice(service.price_type, service.price_paise),
    month_paise: await caps.sumSpentByService(db, id, now),
    month_cap_paise: service.cap,
  }
}

/** @throws not_found, also for a foreign one */
export async function saveSpending(
  db: Queryable,
  grant: OwnMoney,
  id: ServiceId,
  cap: number | null,
): Promise<ServiceSpending> {
  if (!(await caps.saveServiceCap(db, grant.on, id, cap))) throw new AppError('not_found')
  return getSpending(db, grant, id)
}
