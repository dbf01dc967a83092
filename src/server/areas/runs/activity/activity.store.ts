/** The SQL of what people did in an account: records of runs, starts of runs, exports of batches, and the audit log. Each by its own index. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { ActivityFilter } from '#contract/runs/oversight/activity.ts'
import { ACTIVITY, type ActivityKind } from '#contract/runs/oversight/activity-values.ts'
import type { RecordKind } from '#contract/runs/run-record-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface ActivityRow {
  id: string
  at: Date
  source: 'record' | 'start' | 'export' | 'audit'
  /** Of a record, else the action. */
  what: string
  person_id: UserId | null
  person: string | null
  /** A person was there, and their account is gone. */
  gone: boolean
  execution_id: ExecutionId | null
  object: string | null
  facts: JsonObject
  content: JsonObject | null
  /** What it says about the document was deleted with it. */
  content_gone: boolean
  second_reading: boolean
  reason: string | null
}

/** What is listed under a kind, of records and of actions of the audit log. `managed` is every action that is no other. */
const RECORDS: Record<ActivityKind, readonly RecordKind[]> = {
  seen: ['opened', 'revealed', 'unmasked'],
  started: ['claimed'],
  decided: ['decided', 'reopened', 'result_accepted', 'result_rejected'],
  signed: ['signed_off'],
  asked: ['asked_by_link', 'link_withdrawn', 'answered'],
  shared: ['shared', 'share_ended'],
  exported: ['exported', 'record_downloaded'],
  deleted: [],
  managed: [],
}
const ACTIONS: Partial<Record<ActivityKind, readonly string[]>> = {
  seen: ['personal_data.reveal'],
  exported: ['activity.export'],
  deleted: ['execution.delete', 'conversation.delete', 'file.delete'],
}
const NAMED = Object.values(ACTIONS).flat()

const kindOfRecord = new Map<string, ActivityKind>(
  Object.entries(RECORDS).flatMap(([kind, all]) => all.map((one) => [one, kind as ActivityKind] as const)),
)
const kindOfAction = new Map<string, ActivityKind>(
  Object.entries(ACTIONS).flatMap(([kind, all]) => all.map((one) => [one, kind as ActivityKind] as const)),
)

export function kindOf({ source, what }: Pick<ActivityRow, 'source' | 'what'>): ActivityKind {
  if (source === 'start') return 'started'
  if (source === 'export') return 'exported'
  return (source === 'record' ? kindOfRecord.get(what) : kindOfAction.get(what)) ?? 'managed'
}

/** Runs whose id it is, or whose document is called like it. */
export async function findObjects(db: Queryable, account: UserId, object: string): Promise<string[]> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(object)) return [object.toLowerCase()]
  const { rows } = await sql<{ id: string }>`
    select e.id from executions e where e.owner_id = ${account} and e.title ilike ${containing(object)}
    order by e.created_at desc limit ${ACTIVITY.found_documents}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Found extends Omit<ActivityFilter, 'object'> {
  /** Null: about anything. */
  objects: readonly string[] | null
  /** Entries of lists of runs are in the records of these runs. */
  lists_of_runs: readonly string[]
  /** The last entry of the page before. */
  before?: Pick<ActivityRow, 'id' | 'at'> | undefined
}

interface Source {
  /** With `at` in milliseconds: times are compared as they are told. */
  rows: RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
  conditions: RawBuilder<unknown>[]
}

function timesOf({ from, to, before }: Found, { at, id }: Pick<Source, 'at' | 'id'>): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (from !== undefined) all.push(sql`${at} >= ${new Date(from)}`)
  if (to !== undefined) all.push(sql`${at} < ${new Date(to)}`)
  if (before !== undefined) {
    all.push(sql`${at} < ${before.at}::timestamptz + interval '1 millisecond'`)
    all.push(sql`(date_trunc('milliseconds', ${at}), ${id}) < (${before.at}::timestamptz, ${before.id}::text)`)
  }
  return all
}

/** As two arrays rather than with a condition for each: the statement stays the same. */
const only = (column: RawBuilder<unknown>, ids: readonly string[] | null) =>
  ids === null ? [] : [sql`${column} = any(${sql.val(ids)}::uuid[])`]

const NOTHING = sql`false`

function ofRecords(account: UserId, found: Found): Source {
  const [at, id] = [sql`r.at`, sql`'record:' || r.execution_id || ':' || lpad(r.number::text, 9, '0')`]
  const { kind, person, objects } = found
  const kinds = kind === undefined ? [...kindOfRecord.keys()] : RECORDS[kind]
  const conditions = [
    sql`r.account_id = ${account}`,
    // Written out, so that Postgres reads none of them.
    ...(kinds.length === 0 ? [NOTHING] : []),
    // Exports of batches are listed once, not once for each document.
    sql`r.kind = any(${sql.val(kinds)}::text[]) and not starts_with(r.source, 'batch-export:')`,
    ...(person === undefined ? [] : [sql`r.who is not null and r.who::jsonb ->> 'id' = ${person}::text`]),
    ...only(sql`r.execution_id`, objects),
  ]
  const rows = sql`
    select ${id} as id, r.at, 'record' as source, r.kind as what, (r.who::jsonb ->> 'id')::uuid as person_id, r.who::jsonb ->> 'name' as person,
      r.who is null and r.who_hash is not null as gone, r.execution_id, coalesce(e.title, s.name, a.name, w.name) as object,
      r.facts::jsonb as facts, r.content::jsonb as content, r.content is null and r.content_hash is not null as content_gone,
      coalesce(v.reading = 'second' and v.signed_off_at is null, false) as second_reading, null::text as reason
    from run_record_entries r join executions e on e.id = r.execution_id left join services s on s.id = e.service_id
      left join agents a on a.id = e.agent_id left join workflows w on w.id = e.workflow_id and e.agent_id is null
      left join run_reviews v on v.execution_id = r.execution_id`
  return { rows, at, id, conditions }
}

function ofStarts(account: UserId, found: Found): Source {
  const [at, id] = [sql`e.created_at`, sql`'start:' || e.id`]
  const { kind, person, objects } = found
  const conditions = [
    sql`e.owner_id = ${account} and e.parent_id is null`,
    ...(kind === undefined || kind === 'started' ? [] : [NOTHING]),
    ...(person === undefined ? [] : [sql`coalesce(e.started_by, e.owner_id) = ${person}`]),
    ...only(sql`e.id`, objects),
  ]
  const rows = sql`
    select ${id} as id, date_trunc('milliseconds', e.created_at) as at, 'start' as source, e.trigger as what, u.id as person_id,
      ${nameIn('u', sql`${account}::uuid`)} as person, false as gone, e.id as execution_id, coalesce(e.title, s.name, a.name, w.name) as object,
      jsonb_build_object('name', coalesce(s.name, a.name, w.name)) as facts, null::jsonb as content, false as content_gone,
      false as second_reading, null::text as reason
    from executions e left join users u on u.id = coalesce(e.started_by, e.owner_id) left join services s on s.id = e.service_id
      left join agents a on a.id = e.agent_id left join workflows w on w.id = e.workflow_id`
  return { rows, at, id, conditions }
}

function ofExports(account: UserId, found: Found): Source {
  const [at, id] = [sql`x.at`, sql`'export:' || x.id`]
  const { kind, person, objects } = found
  const conditions = [
    sql`b.owner_id = ${account}`,
    ...(kind === undefined || kind === 'exported' ? [] : [NOTHING]),
    ...(person === undefined ? [] : [sql`x.person_id = ${person}`]),
    ...(objects === null
      ? []
      : [
          sql`exists (select from batch_items i where i.batch_id = x.batch_id and i.execution_id = any(${sql.val(objects)}::uuid[]))`,
        ]),
  ]
  const rows = sql`
    select ${id} as id, x.at, 'export' as source, 'batch' as what, x.person_id, ${nameIn('u', sql`${account}::uuid`)} as person, x.person_id is null as gone,
      null::uuid as execution_id, s.name as object, jsonb_build_object('format', x.format) as facts, null::jsonb as content,
      false as content_gone, false as second_reading, x.reveal_reason as reason
    from batch_exports x join batches b on b.id = x.batch_id left join users u on u.id = x.person_id
      left join services s on s.id = b.service_id`
  return { rows, at, id, conditions }
}

/** The name of an account of a transfer, as it is now; null once it is gone. */
const nameOf = (key: 'from' | 'to') =>
  sql`(select t.display_name from users t where t.id::text = l.details ->> ${key}::text)`

function ofAudit(account: UserId, found: Found, by: 'account' | 'target'): Source {
  const [at, id] = [sql`l.created_at`, sql`'audit:' || l.id`]
  const { kind, person, objects, lists_of_runs } = found
  const actions = kind === undefined ? [] : [kind === 'managed' ? NAMED : (ACTIONS[kind] ?? [])]
  const conditions = [
    by === 'account'
      ? sql`l.details ? 'account' and l.details ->> 'account' = ${account}::text`
      : sql`l.target_id = ${account} and not l.details ? 'account'`,
    sql`not (l.action = 'personal_data.reveal' and coalesce(l.details ->> 'list', '') = any(${sql.val(lists_of_runs)}::text[]))`,
    ...actions.map((names) =>
      kind === 'managed'
        ? sql`not l.action = any(${sql.val(names)}::text[])`
        : sql`l.action = any(${sql.val(names)}::text[])`,
    ),
    ...(person === undefined ? [] : [sql`l.actor_id = ${person}`]),
    ...(objects === null
      ? []
      : [
          // A transfer is entered once, not once for each run that moved with it.
          sql`(l.target_id = any(${sql.val(objects)}::uuid[]) or l.details ->> 'transfer' in (
            select m.transfer_id::text from run_moves m where m.execution_id = any(${sql.val(objects)}::uuid[])))`,
        ]),
  ]
  const rows = sql`
    select ${id} as id, date_trunc('milliseconds', l.created_at) as at, 'audit' as source, l.action as what, l.actor_id as person_id,
      ${nameIn('u', sql`${account}::uuid`)} as person, u.id is null as gone, null::uuid as execution_id, coalesce(p.display_name, l.details ->> 'email') as object,
      case when starts_with(l.action, 'transfer.') then l.details || jsonb_build_object(
        'from_name', ${nameOf('from')}, 'to_name', ${nameOf('to')}) else l.details end as facts, null::jsonb as content, false as content_gone, false as second_reading, l.reason
    from audit_log l left join users u on u.id = l.actor_id
      left join users p on p.id = case when l.details ->> 'person' ~ '^[0-9a-f-]{36}$' then (l.details ->> 'person')::uuid end`
  return { rows, at, id, conditions }
}

const sourcesOf = (account: UserId, found: Found): Source[] => [
  ofRecords(account, found),
  ofStarts(account, found),
  ofExports(account, found),
  ofAudit(account, found, 'account'),
  ofAudit(account, found, 'target'),
]

const whereOf = (source: Source, found: Found) =>
  sql`where ${sql.join([...source.conditions, ...timesOf(found, source)], sql` and `)}`

/** Newest first. Of each source only as many are read as the page could take of it. */
export async function findActivity(
  db: Queryable,
  account: UserId,
  found: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> {
  const parts = sourcesOf(account, found).map(
    (source) =>
      sql`(${source.rows} ${whereOf(source, found)} order by ${source.at} desc, ${source.id} desc limit ${limit + offset})`,
  )
  const { rows } = await sql<ActivityRow>`
    select f.id, f.at, f.source, f.what, f.person_id, f.person, f.gone, f.execution_id, f.object, f.facts, f.content, f.content_gone,
      f.second_reading, f.reason
    from (${sql.join(parts, sql` union all `)}) f order by f.at desc, f.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** Counting stops at 10,000. */
export async function countActivity(db: Queryable, account: UserId, found: Found): Promise<number> {
  const parts = sourcesOf(account, found).map(
    (source) => sql`(select 1 from (${source.rows} ${whereOf(source, found)} limit ${ACTIVITY.counted}) c)`,
  )
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${ACTIVITY.counted})::int as count from (${sql.join(parts, sql` union all `)}) f`.execute(db)
  return rows[0]?.count ?? 0
}
