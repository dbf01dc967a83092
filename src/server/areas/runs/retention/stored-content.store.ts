/**
 * The SQL of what runs keep outside their own rows: uploaded documents, files they made and outputs too large for a row. Retries and
 * forks reuse the results of the run they were made from, so nothing is removed that a remaining run still reads.
 */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { isShownTo } from '#server/areas/runs/files/shown-files.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { filesKeptBy, hasRow } from './content-uses.store.ts'

/** As a pattern of Postgres: what only looks like one, in the text of a stranger, could not be cast. */
const UUID = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'

const anyOf = (ids: readonly string[]) => sql`any(${sql.val(ids)}::uuid[])`

/** Remaining runs of the same owner or visitor. */
const remainingRuns = (of: RawBuilder<unknown>, ids: readonly string[]) => sql`
  o.id <> all(${sql.val(ids)}::uuid[]) and o.payload_removed_at is null
  and (o.owner_id = ${of}.owner_id or (${of}.owner_id is null and o.owner_id is null and o.visitor_key = ${of}.visitor_key))`

/** Whether the run `o` is one whose ids a job has not noted yet, so that its texts are searched. */
const idsToNote = sql`o.needs_ids_noted and not o.ids_noted`
const inputContains = (id: RawBuilder<unknown>) => sql`strpos(o.input::text, ${id}::text) > 0`
const journalContains = (id: RawBuilder<unknown>) => sql`o.source_id is not null and exists (
  select from journal j where j.execution_id = o.id and strpos(j.rows::text, ${id}::text) > 0)`

/**
 * Runs `o` with this id in their input. Each case has an index of its own.
 * @param and what else must hold
 */
export const runsWithInput = (id: RawBuilder<unknown>, and: RawBuilder<unknown>) => sql`
  select o.id, o.created_at from executions o where o.input_ids @> array[${id}] and ${and}
  union all select o.id, o.created_at from executions o where o.long_input_ids @> array[${id}] and ${and}
  union all select o.id, o.created_at from executions o where ${idsToNote} and ${and} and ${inputContains(id)}`

/** Runs `o` with this id in the results they copied from another run. */
const runsWithCopied = (id: RawBuilder<unknown>, and: RawBuilder<unknown>) => sql`
  select o.id, o.created_at from executions o where o.copied_ids @> array[${id}] and ${and}
  union all select o.id, o.created_at from executions o where ${idsToNote} and ${and} and ${journalContains(id)}`

/**
 * Notes the ids in long inputs and copied results of ended runs, the oldest first. Of copied results only ids of files and of stored
 * outputs are ever asked for.
 * @param owner only runs of this account; everyone's when null
 * @returns how many runs were noted, at most `limit`
 */
export async function noteIds(db: Queryable, limit: number, owner: UserId | null): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      select id from executions o where ${idsToNote} and o.finished_at is not null
        and (${owner}::uuid is null or o.owner_id = ${owner}) order by id limit ${limit} for update skip locked
    )
    update executions e set ids_noted = true, long_input_ids = ids_in(case when e.input_ids is null then e.input::text end),
      copied_ids = (
        select array_agg(distinct c.id) from journal j cross join lateral (
          select x.id from unnest(ids_in(j.rows::text)) x (id) where exists (select from files f where f.id = x.id)
          union all
          select m[1]::uuid from regexp_matches(j.rows::text, ${`"stored":"executions/${UUID}/`}, 'g') m) c
        where e.source_id is not null and j.execution_id = e.id)
    from due where e.id = due.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Queues the folders of large outputs for removal: those of the runs, in which any step may have written what no row names, and those
 * their rows name, of runs that are gone. Call before the journal of these runs is deleted.
 */
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
      union
      select e.id, e.owner_id, e.visitor_key from executions e where e.id = ${anyOf(ids)}
    )
    insert into leftovers (path) select distinct 'outputs/executions/' || n.id from named n
    where (n.id = ${anyOf(ids)} or not exists (select from executions x where x.id = n.id and x.payload_removed_at is null))
      and not exists (${runsWithCopied(sql`n.id`, remainingRuns(sql`n`, ids))})
    on conflict do nothing`.execute(tx)
}

/** Whether anything else uses the file `f`, which is one of the statement's `named`. */
const inUse = (ids: readonly string[]) => sql`
  exists (${runsWithInput(sql`f.id`, remainingRuns(sql`f`, ids))})
  or exists (${runsWithCopied(sql`f.id`, remainingRuns(sql`f`, ids))})
  or ${hasRow}
  or exists (select from workflow_versions v where v.ids @> array[f.id] and v.id in (
    select production_version(w.id) from workflows w where w.owner_id = f.owner_id
    union all
    select c.version_id from workflow_checkpoints c join workflows w on w.id = c.workflow_id where w.owner_id = f.owner_id
    union all
    select s.workflow_version_id from agent_versions s join agents a on a.id = s.agent_id where a.seller_id = f.owner_id))
  or f.id in (${filesKeptBy(sql`select owner_id from named`, sql`select id from named`)})`

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
 * of the owner does not take it along. Call before their input is removed, and after what else goes with them.
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
      select r.id from (
        select i.id, i.created_at from (${runsWithInput(sql`m.id`, remainingRuns(sql`m`, ids))}) i where ${isShownTo('owner', 'm')}
        union all ${runsWithCopied(sql`m.id`, remainingRuns(sql`m`, ids))}) r
      order by r.created_at desc limit 1) reader
    where m.execution_id = ${anyOf(ids)} and f.id = m.id`.execute(tx)
  await sql`update files set expires_at = now(), name = 'deleted' where execution_id = ${anyOf(ids)}`.execute(tx)
}
