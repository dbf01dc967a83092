/** Editing plans. A version is never changed: what was bought keeps it, and the next one is for who comes or renews after. */

import type { ManagedPlan, PlanEdit } from '#contract/admin/plan-admin.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './plans.store.ts'
import { presentPlan } from './plans.ts'

export type Manage = Grant<'plan.manage', UserId>

async function load(db: Queryable, id: string): Promise<ManagedPlan> {
  const [versions, subscribers] = await Promise.all([store.findVersions(db, id), store.countSubscribers(db, id)])
  const [newest] = versions
  if (!newest) throw new AppError('not_found')
  return {
    plan: presentPlan(newest),
    active: newest.active,
    subscribers,
    versions: versions.map((version) => ({ ...version, created_at: version.created_at.toISOString() })),
  }
}

/** From the smallest plan to the largest, each with its history. */
export async function listManagedPlans(db: Queryable, _grant: Manage): Promise<{ items: ManagedPlan[] }> {
  const plans = await store.findPlans(db, false)
  return { items: await Promise.all(plans.map(({ plan_id }) => load(db, plan_id))) }
}

const TERMS = [
  'name',
  'monthly_paise',
  'yearly_paise',
  'agent_limit',
  'storage_bytes',
  'api_calls',
  'seats',
  'support',
  'features',
  'is_popular',
] as const

/** What is other than before, from what to what. */
function changesOf(before: store.PlanVersionRow, edit: PlanEdit) {
  const changed = TERMS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(edit[key]))
  return Object.fromEntries(changed.map((key) => [key, { from: before[key], to: edit[key] }]))
}

/** @throws not_found, stale_revision (another admin changed it since), invalid_input when nothing differs */
export async function updatePlan(db: Database, grant: Manage, id: string, edit: PlanEdit): Promise<ManagedPlan> {
  return db.transaction().execute(async (tx) => {
    if (!(await store.lockPlan(tx, id))) throw new AppError('not_found')
    const before = await store.findNewest(tx, id)
    if (before === null) throw new AppError('not_found')
    if (before.number !== edit.base_number)
      throw fieldError('base_number', 'Someone else changed this plan. Check it again.', 'stale_revision')
    const { active, reason, base_number: _, ...terms } = edit
    const changes = changesOf(before, edit)
    const isOther = Object.keys(changes).length > 0
    if (!isOther && active === before.active) throw fieldError('reason', 'Nothing was changed')
    const { cta, is_premium } = before
    if (isOther) await store.insertVersion(tx, { ...terms, plan_id: id, cta, is_premium, reason }, grant.on)
    if (active !== before.active) await store.setActive(tx, id, active)
    const { id: version } = (await store.findNewest(tx, id)) ?? before
    await insertAudit(tx, {
      actor_id: grant.on,
      action: grant.action,
      target_id: version,
      reason,
      details: {
        plan: id,
        ...changes,
        ...(active !== before.active && { active: { from: before.active, to: active } }),
      },
    })
    return load(tx, id)
  })
}
