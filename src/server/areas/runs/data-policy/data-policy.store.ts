/** The SQL of what an account decides about its data. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { DataPolicy, DataPolicyChange, DataPolicyPreview } from '#contract/runs/data-policy.ts'
import { KEPT_DAYS } from '#contract/runs/data-policy-values.ts'
import { oldChats } from '#server/areas/runs/conversations/old-chats.store.ts'
import { oldFiles } from '#server/areas/runs/file-deletion/file-deletion.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const NOTHING = {
  ...{ runs_days: null, files_days: null, chats_days: null, with_made: false },
  ...{ countries: null, unknown_models: false, unknown_apps: false },
  ...{ models: null, apps: null, members_export: true, test_cases: false, mask_lists: false },
}

/** All of it: what a change left out is as it was. */
export type StoredPolicy = Omit<DataPolicy, 'longest_days'>

export async function findPolicy(db: Queryable, account: UserId): Promise<StoredPolicy> {
  const { rows } = await sql<Omit<StoredPolicy, 'services'>>`
    select runs_days, files_days, chats_days, with_made, models, apps, countries, unknown_models, unknown_apps, members_export,
      test_cases, mask_lists
    from data_policies where account_id = ${account}`.execute(db)
  const { rows: services } = await sql<{ id: ServiceId; runs_days: number }>`
    select id, keep_runs_days as runs_days from services where owner_id = ${account} and keep_runs_days is not null
    order by id`.execute(db)
  return { ...(rows[0] ?? NOTHING), services }
}

export async function countServices(db: Queryable, account: UserId, ids: readonly ServiceId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from services where owner_id = ${account} and id = any(${sql.val(ids)}::uuid[])`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const daysByService = ({ services }: DataPolicyChange): string =>
  JSON.stringify(Object.fromEntries(services.map(({ id, runs_days }) => [id, runs_days])))

export async function savePolicy(tx: Queryable, account: UserId, wanted: StoredPolicy): Promise<void> {
  const { runs_days, files_days, chats_days, with_made, models, apps, members_export, test_cases, mask_lists } = wanted
  const { countries, unknown_models, unknown_apps } = wanted
  const lower = (ids: readonly string[] | null) => ids?.map((id) => id.toLowerCase()) ?? null
  await sql`
    insert into data_policies (account_id, runs_days, files_days, chats_days, with_made, models, apps, members_export, test_cases,
      mask_lists, countries, unknown_models, unknown_apps)
    values (${account}, ${runs_days}, ${files_days}, ${chats_days}, ${with_made}, ${sql.val(lower(models))}::text[], ${sql.val(lower(apps))}::text[],
      ${members_export}, ${test_cases}, ${mask_lists}, ${sql.val(countries)}::text[], ${unknown_models}, ${unknown_apps})
    on conflict (account_id) do update set runs_days = excluded.runs_days, files_days = excluded.files_days,
      chats_days = excluded.chats_days, with_made = excluded.with_made, models = excluded.models, apps = excluded.apps,
      members_export = excluded.members_export, test_cases = excluded.test_cases,
      mask_lists = excluded.mask_lists, countries = excluded.countries, unknown_models = excluded.unknown_models,
      unknown_apps = excluded.unknown_apps`.execute(tx)
  await sql`
    update services set keep_runs_days = (${daysByService(wanted)}::jsonb ->> id::text)::int
    where owner_id = ${account} and keep_runs_days is distinct from (${daysByService(wanted)}::jsonb ->> id::text)::int`.execute(
    tx,
  )
}

/** What is older than it would be kept for. */
export async function countDue(db: Queryable, account: UserId, wanted: DataPolicyChange): Promise<DataPolicyPreview> {
  const { runs_days, files_days, chats_days } = wanted
  const age = sql`make_interval(days => coalesce((${daysByService(wanted)}::jsonb ->> e.service_id::text)::int, ${runs_days}::int))`
  const { rows } = await sql<DataPolicyPreview>`
    select
      (select count(*)::int from (select from executions e where e.owner_id = ${account} and e.payload_removed_at is null
        and e.created_at < now() - ${age} and e.finished_at < now() - ${age} limit ${KEPT_DAYS.counted}) r) as runs,
      (select count(*)::int from (${oldFiles(account, sql`${files_days}::int`)} limit ${KEPT_DAYS.counted}) f) as files,
      (select count(*)::int from (${oldChats(account, sql`${chats_days}::int`)} limit ${KEPT_DAYS.counted}) c) as chats`.execute(
    db,
  )
  return rows[0] ?? { runs: 0, files: 0, chats: 0 }
}

/** Who keeps documents or chats for a time of their own, in an order that is another one each time. */
export async function findKeepers(db: Queryable): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select account_id as id from data_policies where files_days is not null or chats_days is not null
    order by random()`.execute(db)
  return rows.map(({ id }) => id)
}
