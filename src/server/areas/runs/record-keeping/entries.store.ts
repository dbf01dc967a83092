/** The SQL of records of runs. Entries are added, never changed: the database refuses it. */
import { sql } from 'kysely'
import type { ExecutionId, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { RecordKind } from '#contract/runs/run-record-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SignedEntry } from './chain.ts'

export interface HeadRow {
  last_number: number
  head: Buffer | null
}

/** Makes the record where there is none. Until the transaction ends nobody else adds to it. Null for a run that is gone. */
export async function lockRecord(tx: Queryable, id: ExecutionId): Promise<HeadRow | null> {
  await sql`
    insert into run_records (execution_id) select e.id from executions e where e.id = ${id} on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<HeadRow>`
    select last_number, head from run_records where execution_id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function findHead(db: Queryable, id: ExecutionId): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select last_number, head from run_records where execution_id = ${id}`.execute(db)
  return rows[0] ?? { last_number: 0, head: null }
}

export async function hasSource(db: Queryable, id: ExecutionId, source: string): Promise<boolean> {
  const { rows } = await sql`
    select from run_record_entries where execution_id = ${id} and source = ${source}`.execute(db)
  return rows.length > 0
}

/** Whether the record of the run `e` has something from this source. */
export const isNoted = (source: string) =>
  sql`exists (select from run_record_entries n where n.execution_id = e.id and n.source = ${source})`

/** Those of the runs whose record has nothing from this source yet. */
export async function findWithoutSource(
  db: Queryable,
  ids: readonly ExecutionId[],
  source: string,
): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    select x.id from unnest(${sql.val(ids)}::uuid[]) as x (id)
    where not exists (select from run_record_entries r where r.execution_id = x.id and r.source = ${source}) order by x.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface FoundEvent {
  kind: RecordKind
  source: string
  at: Date
  person_id: UserId | null
  person: string | null
  facts: JsonObject
  content: JsonObject | null
}

/** What other tables say about the run and the record doesn't yet, oldest first. */
export async function findMissing(tx: Queryable, id: ExecutionId): Promise<FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    with run as (
      select e.*, a.name as agent, s.name as service, case when e.agent_id is null then w.name end as workflow, v.number as version
      from executions e left join agents a on a.id = e.agent_id left join services s on s.id = e.service_id
        left join workflows w on w.id = e.workflow_id left join workflow_versions v on v.id = e.workflow_version_id
      where e.id = ${id}
    ),
    found as (
      select 0 as turn, 'started' as kind, 'started' as source, created_at as at, coalesce(started_by, owner_id) as person_id,
        jsonb_build_object('trigger', trigger, 'agent', agent, 'service', service, 'workflow', workflow, 'version', version,
          'made_from', source_id) as facts,
        case when title is not null then jsonb_build_object('document', title) end as content
      from run
      union all
      select 1, 'ended', 'ended', finished_at, null::uuid,
        jsonb_build_object('status', status, 'models', coalesce(
          (select jsonb_agg(distinct c.model) from model_calls c where c.execution_id = run.id), '[]'::jsonb)), null::jsonb
      from run where finished_at is not null and status in ('succeeded', 'failed', 'cancelled')
      union all
      select 2, 'decided', 'decision:' || d.number, d.created_at, d.person_id,
        jsonb_build_object('decision', d.number, 'reading', d.reading),
        jsonb_build_object('finding', d.finding, 'label', d.label, 'tab', d.tab, 'verdict', d.verdict, 'value', d.value, 'reason', d.reason,
          'before', (select jsonb_build_object('verdict', b.verdict, 'value', b.value) from run_decisions b
            where b.execution_id = d.execution_id and b.reading = d.reading and b.finding = d.finding and b.number < d.number
            order by b.number desc limit 1))
      from run_decisions d where d.execution_id = ${id}
      union all
      select 3, 'signed_off', 'sign-off:' || o.id, o.signed_at, o.person_id,
        jsonb_build_object('revision', o.revision, 'reading', o.reading, 'decided', o.decided, 'findings', o.findings, 'closed', o.closed,
          'through', o.through), null
      from run_sign_offs o where o.execution_id = ${id}
      union all
      select 4, 'reopened', 'reopened:' || o.id, o.reopened_at, o.reopened_by, jsonb_build_object('revision', o.revision + 1), null
      from run_sign_offs o where o.execution_id = ${id} and o.reopened_at is not null
      union all
      select 2, 'asked_by_link', 'link:' || l.id, l.created_at, l.made_by,
        jsonb_build_object('mailed', l.is_mailed, 'expires_at', l.expires_at), jsonb_build_object('recipient', l.recipient)
      from approval_links l where l.execution_id = ${id}
      union all
      select 3, 'answered', 'wait:' || w.id, w.resolved_at, w.resolved_by,
        jsonb_build_object('type', w.wait ->> 'type', 'answer', w.resolution ->> 'type', 'approved', w.resolution -> 'approved',
          'by_link', w.resolved_by is null and w.resolution ->> 'by' is not null)
          || case when w.resolution ->> 'way' is null then '{}' else jsonb_build_object('way', w.resolution ->> 'way') end,
        jsonb_build_object('title', w.wait ->> 'title', 'comment', w.resolution ->> 'comment',
          'recipient', case when w.resolved_by is null then w.resolution ->> 'by' end)
      from execution_waits w
      where w.execution_id = ${id} and w.resolved_at is not null and w.wait ->> 'type' in ('approval', 'form')
      union all
      select 5, 'exported', 'batch-export:' || x.id, x.at, x.person_id,
        jsonb_strip_nulls(jsonb_build_object('what', 'batch', 'format', x.format, 'way', x.way, 'reveal_reason', x.reveal_reason)), null
      from batch_items i join batch_exports x on x.batch_id = i.batch_id where i.execution_id = ${id}
      union all
      select 4, case when n.decision = 'accepted' then 'result_accepted' else 'result_rejected' end, 'acceptance:' || n.id, n.decided_at,
        n.person_id, jsonb_strip_nulls(jsonb_build_object('way', n.way, 'reason', n.reason)),
        case when n.note <> '' then jsonb_build_object('note', n.note) end
      from charges c join acceptance_decisions n on n.charge_id = c.id where c.execution_id = ${id}
      union all
      select 6, 'moved', 'move:' || m.transfer_id, m.at, m.person_id, jsonb_build_object('from', m.from_name, 'to', m.to_name), null
      from run_moves m where m.execution_id = ${id}
    )
    select f.kind, f.source, f.at, f.person_id, u.display_name as person, f.facts, f.content
    from found f left join users u on u.id = f.person_id
    where not exists (select from run_record_entries r where r.execution_id = ${id} and r.source = f.source)
    order by f.at, f.turn, f.source collate "C"`.execute(tx)
  return rows
}

/** The name of a person now. */
export async function findName(db: Queryable, person: UserId): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select display_name as name from users where id = ${person}`.execute(db)
  return rows[0]?.name ?? null
}

export async function insertEntries(
  tx: Queryable,
  id: ExecutionId,
  entries: readonly (SignedEntry & { source: string })[],
): Promise<void> {
  const last = entries.at(-1)
  if (!last) return
  const of = <K extends keyof (typeof entries)[number]>(key: K) => entries.map((entry) => entry[key])
  await sql`
    insert into run_record_entries (execution_id, number, kind, source, at, noted_at, facts, who, who_salt, who_hash, content, content_salt,
      content_hash, hash, key_id, signature)
    select ${id}::uuid, x.* from unnest(${of('number')}::int[], ${of('kind')}::text[], ${of('source')}::text[], ${of('at')}::timestamptz[],
      ${of('noted_at')}::timestamptz[], ${of('facts')}::text[], ${of('who')}::text[], ${of('who_salt')}::bytea[], ${of('who_hash')}::bytea[],
      ${of('content')}::text[], ${of('content_salt')}::bytea[], ${of('content_hash')}::bytea[], ${of('hash')}::bytea[],
      ${of('key_id')}::text[], ${of('signature')}::bytea[]) x`.execute(tx)
  await sql`
    update run_records set last_number = ${last.number}, head = ${last.hash} where execution_id = ${id}`.execute(tx)
}

const columns = sql`execution_id, number, kind, at, noted_at, facts, who, who_salt, who_hash, content, content_salt, content_hash, hash, key_id,
  signature`

/** All of them, in order. */
export async function findEntries(db: Queryable, id: ExecutionId): Promise<SignedEntry[]> {
  const { rows } = await sql<SignedEntry>`
    select ${columns} from run_record_entries where execution_id = ${id} order by number`.execute(db)
  return rows
}

/** The name of its document, and whether two readers who don't see each other are at work. */
export async function findAbout(
  db: Queryable,
  id: ExecutionId,
): Promise<{ title: string | null; second_reading: boolean } | null> {
  const { rows } = await sql<{ title: string | null; second_reading: boolean }>`
    select coalesce(e.title, s.name, a.name, w.name) as title, coalesce(r.reading = 'second' and r.signed_off_at is null, false) as second_reading
    from executions e left join services s on s.id = e.service_id left join agents a on a.id = e.agent_id
      left join workflows w on w.id = e.workflow_id and e.agent_id is null left join run_reviews r on r.execution_id = e.id
    where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}
