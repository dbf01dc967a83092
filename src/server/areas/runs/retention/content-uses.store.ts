/**
 * The SQL of what names files besides inputs and steps of runs. `content-uses.test.ts` plants an id in every column of the database that
 * could hold one: a column that holds files belongs here or there.
 */
import { type RawBuilder, sql } from 'kysely'

/** Most rows name nothing, and a look is cheaper than a search. */
const holdsId = (held: RawBuilder<unknown>) => sql`${held} like '%-____-____-____-____________%'`

/** Whether a row is about the file `f` itself. */
export const hasRow = sql`(
  exists (select from knowledge_documents d where d.file_id = f.id)
  or exists (select from agent_sample_files s where s.file_id = f.id)
  or exists (select from bench_files b where b.file_id = f.id))`

/** What people keep, and what still waits for its run. @param owners a statement that gives the ids of accounts */
const keptIn = (owners: RawBuilder<unknown>) => sql`
  select unnest(w.ids) as id from workflows w where w.owner_id in (${owners})
  union all select x.id from (
    select w.samples::text as held from workflows w where w.owner_id in (${owners})
    union all select concat_ws(' ', t.config, t.draft_config)
      from workflow_triggers t join workflows w on w.id = t.workflow_id where w.owner_id in (${owners})
    union all select concat_ws(' ', p.output, p.before)
      from workflow_pins p join workflows w on w.id = p.workflow_id where w.owner_id in (${owners})
    union all select concat_ws(' ', c.input, c.expected, c.scorer)
      from workflow_cases c join workflows w on w.id = c.workflow_id where w.owner_id in (${owners})
    union all select v.content::text from snippet_versions v join snippets s on s.id = v.snippet_id where s.owner_id in (${owners})
    union all select concat_ws(' ', c.input, c.expected, c.scorer)
      from bench_cases c join benches b on b.id = c.bench_id where b.owner_id in (${owners})
    union all select concat_ws(' ', d.content) from agent_drafts d join agents a on a.id = d.agent_id where a.seller_id in (${owners})
    union all select concat_ws(' ', v.samples, v.listing, v.details)
      from agent_versions v join agents a on a.id = v.agent_id where a.seller_id in (${owners})
    union all select s.settings::text from services s where s.owner_id in (${owners})
    union all select concat_ws(' ', t.config, t.input)
      from service_schedules t join services s on s.id = t.service_id where s.owner_id in (${owners})
    union all select i.input::text from batch_items i join batches b on b.id = i.batch_id where b.owner_id in (${owners})
    union all select concat_ws(' ', m.text, m.data, m.files, m.citations)
      from conversation_messages m join conversations c on c.id = m.conversation_id where c.owner_id in (${owners})
    union all select concat_ws(' ', o.text, o.files)
      from channel_outbox o join channels c on c.id = o.channel_id where c.owner_id in (${owners})
    union all select r.cells::text from data_table_rows r join data_tables t on t.id = r.table_id
      where t.owner_id in (${owners}) or exists (
        select from data_table_shares s join users u on u.email = s.email where s.table_id = t.id and u.id in (${owners}))
    union all select concat_ws(' ', c.cells, c.before)
      from table_changes c join data_tables t on t.id = c.table_id where t.owner_id in (${owners})
    union all select i.input::text from app_trigger_items i where i.owner_id in (${owners})
    union all select d.metadata::text from knowledge_documents d join knowledge_bases b on b.id = d.base_id where b.owner_id in (${owners})
    union all select v.value::text from piece_values v where v.owner_id in (${owners})
  ) h cross join lateral unnest(ids_in(h.held)) x (id) where ${holdsId(sql`h.held`)}`

/** What tells of runs or of earlier drafts, of everyone: a person who looks at it may still want the file. */
const recordedIn = sql`
  select unnest(v.ids) as id from workflow_versions v
  union all select unnest(r.file_ids) from agent_version_runs r
  union all select i.file_id from knowledge_source_items i
  union all select x.id from (
    select concat_ws(' ', o.operation, o.inverse) as held from workflow_operations o
    union all select concat_ws(' ', s.snapshot, s.findings, s.sample_results) from agent_submissions s
    union all select r.output::text from agent_version_runs r
    union all select r.kept::text from workflow_evaluation_results r
    union all select c.request::text from trigger_calls c
    union all select d.body::text from callback_deliveries d
    union all select m.attachments::text from mails m
  ) h cross join lateral unnest(ids_in(h.held)) x (id) where ${holdsId(sql`h.held`)}`

/**
 * Which of some files these accounts keep somewhere.
 * @param owners a statement that gives the ids of the accounts
 * @param files the same of the files
 */
export const filesKeptBy = (owners: RawBuilder<unknown>, files: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select k.id from (${keptIn(owners)}) k where k.id in (${files})`

/** Which of these files anything but a run names, in any account: an editor’s file can be in another person’s workflow. */
export const filesNamedByAnything = (files: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select n.id from (${keptIn(sql`select u.id from users u`)} union all ${recordedIn}) n where n.id in (${files})`

/** Which of these files the contents of some runs name, their steps included. @param runs a statement that gives the ids of the runs */
export const filesNamedByRuns = (runs: RawBuilder<unknown>, files: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select x.id from (
    select concat_ws(' ', e.input, e.output, e.test) as held from executions e where e.id in (${runs})
    union all select j.rows::text from journal j where j.execution_id in (${runs})
    union all select concat_ws(' ', w.wait, w.resolution) from execution_waits w where w.execution_id in (${runs})
    union all select t.content::text from trace_entries t where t.execution_id in (${runs})
    union all select r.findings::text from run_reviews r where r.execution_id in (${runs})
    union all select concat_ws(' ', r.fields, r.top) from batch_results r where r.execution_id in (${runs})
  ) h cross join lateral unnest(ids_in(h.held)) x (id) where ${holdsId(sql`h.held`)} and x.id in (${files})`
