/** The verbs of what an account decides about its data (decision 0357). `enforce.ts` and the retention of runs enforce it. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { DataPolicy, DataPolicyChange, DataPolicyPreview } from '#contract/runs/data-policy.ts'
import { longestKept } from '#server/areas/runs/retention/own-retention.ts'
import { memberOf } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import * as store from './data-policy.store.ts'
import { maskNotices } from './mask-notices.ts'

type Own = Grant<'user.own', UserId>

const present = (policy: store.StoredPolicy, operator: RetentionPolicy): DataPolicy => ({
  ...policy,
  longest_days: longestKept(operator),
})

export const getDataPolicy = async (db: Queryable, { on }: Own, operator: RetentionPolicy): Promise<DataPolicy> =>
  present(await store.findPolicy(db, on), operator)

/** @throws invalid_input for longer than the operator keeps anything, not_found for a service of others */
async function refuseWrong(db: Queryable, { on }: Own, operator: RetentionPolicy, wanted: DataPolicyChange) {
  const most = longestKept(operator)
  const asked = [
    ...(['runs_days', 'files_days', 'chats_days'] as const).map((name) => [name, wanted[name]] as const),
    ...wanted.services.map(({ runs_days }, i) => [`services.${i}.runs_days`, runs_days] as const),
  ]
  const tooLong = asked.find(([, days]) => most !== null && days !== null && days > most)
  if (tooLong) throw fieldError(tooLong[0], `This installation keeps runs for ${most} days at most.`)
  const ids = wanted.services.map(({ id }) => id)
  if ((await store.countServices(db, on, ids)) !== ids.length) throw new AppError('not_found')
}

/** What would go within the hour. @throws invalid_input, not_found */
export async function previewDataPolicy(
  db: Queryable,
  grant: Own,
  operator: RetentionPolicy,
  wanted: DataPolicyChange,
): Promise<DataPolicyPreview> {
  await refuseWrong(db, grant, operator, wanted)
  return store.countDue(db, grant.on, wanted)
}

/** @throws invalid_input, not_found */
export function saveDataPolicy(
  db: Database,
  grant: Own,
  operator: RetentionPolicy,
  wanted: DataPolicyChange,
): Promise<DataPolicy> {
  const { by, on } = grant
  return db.transaction().execute(async (tx) => {
    await refuseWrong(tx, grant, operator, wanted)
    const before = await store.findPolicy(tx, on)
    // A client that doesn’t know of a consent, of masks or of countries neither takes them back nor gives them.
    const { test_cases = before.test_cases, mask_lists = before.mask_lists } = wanted
    const { countries = before.countries, unknown_models = before.unknown_models } = wanted
    const { unknown_apps = before.unknown_apps } = wanted
    const places = { countries, unknown_models, unknown_apps }
    await store.savePolicy(tx, on, { ...wanted, test_cases, mask_lists, ...places })
    if (mask_lists && !before.mask_lists) await maskNotices(tx, on)
    const after = await store.findPolicy(tx, on)
    if (JSON.stringify(before) !== JSON.stringify(after))
      await insertAudit(tx, {
        actor_id: (by.type === 'user' ? memberOf(by) : null) ?? on,
        action: 'data_policy.change',
        target_id: on,
        reason: null,
        details: { account: on, before, after } as unknown as JsonObject,
      })
    return present(after, operator)
  })
}
