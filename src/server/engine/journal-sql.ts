/**
 * The one statement a batch of the journal is. Its parts are common table expressions over JSON record sets, so a batch of any
 * size is one round trip and one commit, and a batch that lacks a part leaves it out.
 */

import type { Json } from '#contract/core/primitives.ts'
import type { ExecutionStatus, Priority, Trigger } from '#contract/runs/execution-states.ts'
import type { RunError } from '#contract/runs/executions.ts'
import { TRACE } from '#contract/runs/trace-values.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'

/** A finished (or waiting) node, as recovery and people read it. Times are ms since 1970. */
export interface NodeRow {
  node_id: string
  /** Absent at the top. */
  iteration?: string
  seq: number
  status: 'succeeded' | 'failed' | 'skipped' | 'waiting'
  /** Absent for 1. */
  attempts?: number
  /**
   * The port through which the run continues. Absent for `out` of a succeeded node, and for a failed node that the run
   * ends with.
   */
  port?: string
  output?: Json
  /** The key of an output that is stored outside the row. */
  stored?: string
  /** Files that such an output names: nothing looks for them in the storage. Absent when there are none. */
  files?: string[]
  /** It did not run: pinned data of a test run, or a copy of what an earlier run gave. */
  origin?: 'pin' | 'earlier'
  error?: RunError
  logs?: Json
  /** Calls of models: `RecordedUsage[]`. Absent when there were none. */
  usage?: Json
  /** Failed attempts before the last one. */
  tries?: Json
  started_at: number
  finished_at?: number
}

/** A test of a draft: what does not run, and what takes the place of a run. */
export interface TestPlan {
  /** How it was asked for, as people are told. */
  of: Json
  /** Ids of nodes that are left out. */
  skip: readonly string[]
  pins: Readonly<Record<string, { output: Json; port: string }>>
}

/** A row of `executions`, complete: the journal inserts it as it is. Times are ISO 8601. */
export interface ExecutionRow {
  id: string
  owner_id: string | null
  visitor_key: string | null
  run_token_hash: string | null
  workflow_id: string
  workflow_version_id: string
  agent_id: string | null
  agent_version_id: string | null
  service_id: string | null
  parent_id: string | null
  parent_node: string | null
  parent_iteration: string
  source_id: string | null
  depth: number
  status: ExecutionStatus
  trigger: Trigger
  priority: Priority
  input: Json
  /** The key of a file with the JSON of a large input. Absent when there is none. */
  input_file?: string | null
  output: Json
  /** The key of a file with the JSON of a large output. Absent when there is none. */
  output_file?: string | null
  error: Json
  executor: string | null
  epoch: number
  created_at: string
  started_at: string | null
  finished_at: string | null
  /** Of a test run: what of it is to run. Absent in every other. */
  test?: TestPlan | null
  /** What is held for it. Absent in a run that is free. */
  charge_id?: string | null
  /** What lists call it. Absent in a run inside another. */
  title?: string | null
  /** The member of a workspace who started it. Absent where that is the owner. */
  started_by?: string | null
}

/** How an execution leaves a process. */
export interface EndRow {
  status: ExecutionStatus
  output: Json
  /** The key of a file with the JSON of a large output. Absent when there is none. */
  output_file?: string | null
  error: RunError | null
  finished_at: string | null
}

export interface JournalEntry {
  execution_id: string
  /** The epoch this process took the execution with. */
  epoch: number
  /** Present in the first entry of a run that this process started. */
  start?: ExecutionRow
  /** The `seq` of the first row. */
  seq: number
  /** `NodeRow`s as JSON: each was written when its node finished, so that what is stored is what the next node saw. */
  rows: readonly string[]
  /** `TraceRow`s as JSON, in their order. */
  traced: readonly string[]
  end?: EndRow
}

const EXECUTION_COLUMNS: Record<keyof ExecutionRow, string> = {
  id: 'uuid',
  owner_id: 'uuid',
  visitor_key: 'text',
  run_token_hash: 'text',
  workflow_id: 'uuid',
  workflow_version_id: 'uuid',
  agent_id: 'uuid',
  agent_version_id: 'uuid',
  service_id: 'uuid',
  parent_id: 'uuid',
  parent_node: 'text',
  parent_iteration: 'text',
  source_id: 'uuid',
  depth: 'smallint',
  status: 'text',
  trigger: 'text',
  priority: 'text',
  input: 'json',
  input_file: 'text',
  output: 'json',
  output_file: 'text',
  error: 'jsonb',
  executor: 'text',
  epoch: 'int',
  created_at: 'timestamptz',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  test: 'json',
  charge_id: 'uuid',
  title: 'text',
  started_by: 'uuid',
}
const columns = Object.keys(EXECUTION_COLUMNS).join(', ')
const typed = Object.entries(EXECUTION_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

// A record set turns JSON null into SQL null; an input may be null, but is there.
const values = columns.replace('input,', `coalesce(input, 'null'),`)

/** Also used outside the journal, to insert executions that wait for a worker. Takes one parameter: a JSON array of rows. */
export const INSERT_EXECUTIONS = `insert into executions (${columns})
  select ${values} from json_to_recordset($1::json) as t(${typed}) on conflict (id) do nothing`

export interface Statement {
  name: string
  text: string
  values: string[]
}

const texts = new Map<string, string>()
function rememberText(name: string, text: string): string {
  texts.set(name, text)
  return text
}

// What a run keeps of its trace is bounded: beyond it entries lose their content, then they are left out.
const TRACE_FIGURES =
  'node_id, iteration, attempt, kind, name, at, ms, input_tokens, output_tokens, cost_micros, error, summary, prompt, base'
const TRACE_ROW = `execution_id uuid, place int, fresh boolean, node_id text, iteration text, attempt int, kind text, name text, at timestamptz,
  ms int, input_tokens int, output_tokens int, cost_micros bigint, error text, summary text, prompt text, base int, size int, content json`

type Parts = Record<'start' | 'fence' | 'end' | 'rows' | 'traced', boolean>

function textOf(parts: Parts): string {
  const ctes: string[] = []
  const held: string[] = []
  // Each part takes one parameter.
  if (parts.start) ctes.push(`started as (${INSERT_EXECUTIONS})`)
  if (parts.fence) {
    // The share lock makes the writer that raises the epoch wait for this commit, so what it reads afterwards is
    // complete.
    ctes.push(`held as (select e.id from json_to_recordset($${ctes.length + 1}::json) as t(id uuid, epoch int)
      join executions e on e.id = t.id where e.epoch = t.epoch and e.payload_removed_at is null for share of e)`)
    held.push('held')
  }
  if (parts.end) {
    ctes.push(`ended as (update executions e set status = t.status, output = t.output, output_file = t.output_file, error = t.error,
      finished_at = t.finished_at, started_at = coalesce(e.started_at, e.created_at)
      from json_to_recordset($${ctes.length + 1}::json) as t(id uuid, epoch int, status text, output json, output_file text, error jsonb, finished_at timestamptz)
      where e.id = t.id and e.epoch = t.epoch returning e.id)`)
    held.push('ended')
  }
  const fenced = held.map((name) => `select id from ${name}`).join(' union all ')
  if (parts.rows) {
    const allowed = fenced ? `where t.fresh or t.execution_id in (${fenced})` : ''
    ctes.push(`written as (insert into journal (execution_id, seq, rows)
      select t.execution_id, t.seq, t.rows from json_to_recordset($${ctes.length + 1}::json) as t(execution_id uuid, seq int, rows json, fresh boolean)
      ${allowed} on conflict do nothing)`)
  }
  if (parts.traced) {
    const allowed = fenced ? `and (t.fresh or t.execution_id in (${fenced}))` : ''
    ctes.push(`traced as (insert into trace_entries (execution_id, ${TRACE_FIGURES}, size, content)
      select t.execution_id, ${TRACE_FIGURES}, case when kept.fits then t.size else 0 end, case when kept.fits then t.content end
      from json_to_recordset($${ctes.length + 1}::json) as t(${TRACE_ROW})
      cross join lateral (select count(*) < ${TRACE.entries} as counts, coalesce(sum(c.size), 0) < ${TRACE.characters} as fits
        from trace_entries c where c.execution_id = t.execution_id) kept
      where kept.counts ${allowed} order by t.execution_id, t.place)`)
  }
  return `with ${ctes.join(',\n')} ${fenced || 'select null::uuid as id where false'}`
}

/** Characters of rows that are kept as one: what looks for one of them reads them all. */
const MOST_TOGETHER = 1_000_000

/** The rows of an entry in parts, each with the `seq` of its first. */
function partsOf({ seq, rows }: JournalEntry): { seq: number; rows: string[] }[] {
  const parts: { seq: number; rows: string[] }[] = []
  let left = 0
  for (const [index, row] of rows.entries()) {
    left -= row.length
    const last = parts.at(-1)
    if (last && left >= 0) last.rows.push(row)
    else {
      parts.push({ seq: seq + index, rows: [row] })
      left = MOST_TOGETHER - row.length
    }
  }
  return parts
}

/** One statement for a batch of entries of different executions. It answers the ids whose fence held. */
export function batchStatement(entries: readonly JournalEntry[]): Statement {
  const started: string[] = []
  const fence: string[] = []
  const ended: string[] = []
  const rows: string[] = []
  const traced: string[] = []
  for (const entry of entries) {
    const { execution_id: id, epoch, start, end } = entry
    if (start) started.push(JSON.stringify(end ? { ...start, ...end } : start))
    else if (end) ended.push(JSON.stringify({ id, epoch, ...end }))
    else fence.push(`{"id":"${id}","epoch":${epoch}}`)
    for (const part of partsOf(entry))
      rows.push(
        `{"execution_id":"${id}","seq":${part.seq},"fresh":${start !== undefined},"rows":[${part.rows.join(',')}]}`,
      )
    for (const [place, row] of entry.traced.entries())
      traced.push(`{"execution_id":"${id}","place":${place},"fresh":${start !== undefined},${row.slice(1)}`)
  }
  const parts: Parts = {
    start: started.length > 0,
    fence: fence.length > 0,
    end: ended.length > 0,
    rows: rows.length > 0,
    traced: traced.length > 0,
  }
  const name = `journal_${Number(parts.start)}${Number(parts.fence)}${Number(parts.end)}${Number(parts.rows)}${Number(parts.traced)}`
  const values: string[] = []
  for (const part of [started, fence, ended, rows, traced])
    if (part.length > 0) values.push(toStorableJson(`[${part.join(',')}]`))
  return { name, text: texts.get(name) ?? rememberText(name, textOf(parts)), values }
}
