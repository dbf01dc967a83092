/**
 * The SQL of what runs keep outside their own rows: uploaded documents, files they made and outputs too large for a row. Retries and
 * forks reuse the results of the run they were made from, so nothing is removed that a remaining run still reads.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'
import { isShownTo } from '#server/domain/files/shown-files.store.ts'

/** As a pattern of Postgres: what only looks like one, in the text of a stranger, could not be cast. */
const UUID = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'

const anyOf = (ids: readonly string[]) => sql`any(${sql.val(ids)}::uuid[])`

/** Remaining runs of the same owner or visitor. */
const remainingRuns = (of: RawBuilder<unknown>, ids: readonly string[]) => sql`
  o.id <> all(${sql.val(ids)}::uuid[]) and o.payload_removed_at is null
  and (o.owner_id = ${of}.owner_id or (${of}.owner_id is null and o.owner_id is null and o.visitor_key = ${of}.visitor_key))`

/** Queues the folders of large outputs for removal. Call before the journal of these runs is deleted. */
export async function queueStoredOutputs(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    with named as (
      select m[1]::uuid as id, e.owner_id, e.visitor_key
      from journal j join executions e on e.id = j.execution_id
      cross join lateral regexp_matches(j.rows::text, ${`"stored":"executions/${UUID}/`}, 'g') m
      where j.execution_id = ${anyOf(ids)}
      union
      select split_part(v.file, '/', 2)::uuid, e.owner_id, e.visitor_key
      from executions e cross join lateral (values (e.input_file), (e.output_file)) v(file)
      where e.id = ${anyOf(ids)} and v.file is not null
    )
    insert into leftovers (path) select distinct 'outputs/executions/' || n.id from named n
    where (n.id = ${anyOf(ids)} or not exists (select from executions x where x.id = n.id))
      and not exists (select from executions o where o.copied_ids @> array[n.id] and ${remainingRuns(sql`n`, ids)})
    on conflict do nothing`.execute(tx)
}

const inUse = (ids: readonly string[]) => sql`
  exists (select from executions o where o.input_ids @> array[f.id] and ${remainingRuns(sql`f`, ids)})
  or exists (select from executions o where o.copied_ids @> array[f.id] and ${remainingRuns(sql`f`, ids)})
  or exists (select from bench_files b where b.file_id = f.id)
  or exists (select from agent_sample_files s where s.file_id = f.id)
  or exists (select from agent_cases c join agents a on a.id = c.agent_id
    where a.seller_id = f.owner_id and strpos(c.input::text, f.id::text) > 0)
  or exists (select from service_schedules t join services s on s.id = t.service_id
    where s.owner_id = f.owner_id and strpos(t.input::text, f.id::text) > 0)
  or exists (select from workflows w where w.owner_id = f.owner_id and w.ids @> array[f.id])
  or exists (select from workflow_versions v where v.ids @> array[f.id] and v.id in (
    select production_version(w.id) from workflows w where w.owner_id = f.owner_id
    union all
    select c.version_id from workflow_checkpoints c join workflows w on w.id = c.workflow_id where w.owner_id = f.owner_id
    union all
    select s.workflow_version_id from agent_versions s join agents a on a.id = s.agent_id where a.seller_id = f.owner_id))`

/** Whether what starts the outermost run around this one was written by a caller: any id can be in it. */
const startedFromOutside = sql`(
  with recursive up as (
    select e.parent_id, e.trigger
    union all
    select p.parent_id, p.trigger from up join executions p on p.id = up.parent_id
  )
  select bool_or(trigger in ('webhook', 'email')) from up)`

/**
 * Expires the documents that only these runs were given. Of calls and mails only what came with them: a caller who names another file
 * of the owner does not take it along. Call before their input is removed.
 */
export async function expireInputFiles(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    with named as (
      select distinct lower(m[1])::uuid as id, e.owner_id, e.visitor_key, ${startedFromOutside} as from_outside from executions e
      cross join lateral regexp_matches(e.input::text, ${`"file_id"\\s*:\\s*"${UUID}"`}, 'g') m
      where e.id = ${anyOf(ids)}
    )
    update files f set expires_at = now(), name = 'deleted' from named n
    where f.id = n.id and (f.owner_id = n.owner_id or (n.owner_id is null and f.visitor_key = n.visitor_key))
      and (f.execution_id is null or f.execution_id = ${anyOf(ids)})
      and (not n.from_outside or f.made_for is not null)
      and not (${inUse(ids)})`.execute(tx)
}

/**
 * Expires the files these runs made. One that a remaining run reads is handed to that run: in its steps when it was made from one of
 * these, in its input only where its owner may open it, because anybody can write an id into an input.
 */
export async function expireMadeFiles(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    update files f set execution_id = reader.id from files m cross join lateral (
      select o.id from executions o where ${remainingRuns(sql`m`, ids)} and (
        (o.input_ids @> array[m.id] and ${isShownTo('owner', 'm')}) or o.copied_ids @> array[m.id])
      order by o.created_at desc limit 1) reader
    where m.execution_id = ${anyOf(ids)} and f.id = m.id`.execute(tx)
  await sql`update files set expires_at = now(), name = 'deleted' where execution_id = ${anyOf(ids)}`.execute(tx)
}
