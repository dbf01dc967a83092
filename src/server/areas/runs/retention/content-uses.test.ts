/** Every column that could name a file is planted with one: either something finds it there, or the column has a reason below. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FileId, UserId } from '#contract/core/primitives.ts'
import { createDatabaseOn, type Queryable } from '#server/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import * as store from './unused-uploads.store.ts'

/** Columns that never name an upload, by what they have instead. */
const OTHERS: Record<string, readonly string[]> = {
  runs: [
    'agent_check_turns.checked_run',
    'agent_sample_runs.execution_id',
    'app_trigger_items.execution_id',
    'approval_links.execution_id',
    'batch_items.execution_id',
    'bench_runs.execution_id',
    'charges.execution_id',
    'charges.root_execution_id',
    'conversation_messages.execution_id',
    'execution_waits.child_id',
    'execution_waits.execution_id',
    'executions.parent_id',
    'executions.source_id',
    'idempotent_requests.execution_id',
    'mail_deliveries.run_id',
    'mails.execution_id',
    'mails.run_id',
    'memory_facts.execution_id',
    'knowledge_documents.execution_id',
    'model_calls.execution_id',
    'notice_causes.execution_id',
    'recovery_items.new_id',
    'reports.evidence_run',
    'run_stops.after_run',
    'sales.execution_id',
    'service_hook_deliveries.execution_id',
    'service_schedule_times.execution_id',
    'trigger_calls.execution_id',
    'trigger_keys.execution_id',
    'workflow_cases.execution_id',
    'workflow_evaluation_results.execution_id',
  ],
  'people, agents, workflows, services and charges': [
    'agent_imports.agent_ids',
    'assistant_codes.assistant_id',
    'bench_runs.charge_id',
    'charges.member_id',
    'charges.service_id',
    'execution_waits.resolved_by',
    'executions.agent_id',
    'executions.agent_version_id',
    'executions.charge_id',
    'executions.owner_id',
    'executions.service_id',
    'executions.started_by',
    'executions.workflow_id',
    'executions.workflow_version_id',
    'failures.owner_id',
    'model_calls.charge_id',
    'report_cases.target_id',
    'run_reviews.owner_id',
    'run_reviews.service_id',
    'run_stops.target_id',
    'sign_up_invitations.invited_by',
    'table_changes.chain',
    'table_trigger_runs.chain',
    'transfers.moves',
    'transfers.things',
    'unread_results.owner_id',
    'workflows.shared_ids',
  ],
  'keys of requests, leases and other rows': [
    'conversation_messages.key',
    'job_leases.holder',
    'knowledge_documents.lease',
    'knowledge_documents.made_for',
    'knowledge_hosts.lease',
    'knowledge_sites.lease',
    'knowledge_sources.lease',
    'mail_deliveries.content_id',
    'notice_causes.wait_id',
    'recoveries.key',
    'run_decisions.key',
    'table_changes.row_id',
  ],
  'money, audit and figures': [
    'agent_scores.parts',
    'analytics_agent_days.seller_id',
    'analytics_events.params',
    'analytics_events.session_id',
    'audit_log.actor_id',
    'audit_log.details',
    'audit_log.target_id',
    'charges.split',
    'gateway_events.payload',
    'invoices.customer',
    'invoices.lines',
    'invoices.supplier',
    'orders.subject',
    'reconciliations.differences',
  ],
  'settings of apps, plugins and MCP servers, and what they offer': [
    'app_triggers.watched',
    'approval_bots.settings',
    'channels.settings',
    'credentials.shown',
    'imported_actions.definition',
    'imported_apps.head',
    'imported_apps.manifest',
    'lent_accounts.agreed',
    'mcp_package_versions.environment',
    'mcp_package_versions.hosts',
    'mcp_package_versions.tools',
    'mcp_package_versions.warnings',
    'mcp_packages.arguments',
    'mcp_packages.environment',
    'mcp_packages.hosts',
    'mcp_tools.agreed',
    'mcp_tools.definition',
    'plugin_packages.actions',
    'plugin_packages.authors',
    'plugin_packages.head',
    'plugin_packages.triggers',
    'plugin_packages.warnings',
    'plugins.added_hosts',
    'workspace_provisioning.roles',
    'workspace_sign_ons.roles',
  ],
  'of the installation': [
    'announcement.id',
    'installation.id',
    'search_synonyms.id',
    'settings.changed_by',
    'settings.value',
  ],
  'shapes and rules of listings, tables and workflows': [
    'agent_versions.input_schema',
    'agent_versions.output_schema',
    'agent_versions.permissions',
    'benches.same_as',
    'data_tables.columns',
    'workflows.slots',
  ],
  'what services outside call things': [
    'app_triggers.remote',
    'channel_messages.envelope',
    'channel_messages.media',
    'channel_outbox.envelope',
    'channels.mailbox',
  ],
  'words about what went wrong': [
    'audit_state.broken_entry',
    'error_reports.context',
    'executions.error',
    'payments.error',
  ],
  'names of files that the dispute keeps itself': ['dispute_evidence_sent_back.files'],
  'preferences, mentions and fields of a text': [
    'skill_revisions.metadata',
    'users.preferences',
    'workflow_comments.mentions',
  ],
  'where a text is on its page': ['knowledge_chunks.boxes'],
}

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  /** Of a key, or names a row of a table. */
  isKey: boolean
}

let database: TestDatabase
let columns: Column[] = []
/** The id of the one row of each table: all that could refer to each other do. */
const ROW = UserId.parse(randomUUID())
const UPLOAD = FileId.parse(randomUUID())

const REQUIRED: Record<string, string> = {
  'timestamp with time zone': 'now()',
  date: 'now()',
  boolean: 'false',
  bytea: `''`,
  json: `'{}'`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
}
const fill = ({ type, required }: Column): string | null => {
  if (type === 'uuid') return `'${ROW}'`
  if (['integer', 'bigint', 'smallint', 'numeric', 'double precision'].includes(type)) return '1'
  // Text that an index reads as JSON is that, too.
  if (['text', 'citext'].includes(type)) return `'"p"'`
  return required ? (REQUIRED[type] ?? null) : null
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  columns = (
    await pool.query<Column>(`
      select c.oid::regclass::text as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
        exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any(k.conkey)) as "isKey"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1, 2`)
  ).rows
  const { rows: rules } = await pool.query<{ statement: string }>(`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0
    union all
    select format('alter table %s alter %I drop not null', a.attrelid::regclass, a.attname) from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and a.attnotnull and not a.attisdropped and a.attidentity = ''
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any(k.conkey))`)
  await pool.query(rules.map(({ statement }) => statement).join(';'))
  const rows = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const filled = own.flatMap((column) => {
      const value = fill(column)
      return value === null ? [] : [{ name: `"${column.name}"`, value }]
    })
    const [names, values] = [filled.map(({ name }) => name).join(), filled.map(({ value }) => value).join()]
    return `delete from ${table}; insert into ${table} (${names}) overriding system value values (${values})`
  })
  await pool.query(`set session_replication_role = replica; ${rows.join(';')};
    insert into files (id, owner_id, name, mime, bytes, sha256) values ('${UPLOAD}', '${ROW}', 'p', 'p', 1, 'p');
    reset session_replication_role`)
})
afterAll(() => database.drop())

async function isFound(db: Queryable): Promise<boolean> {
  const ids = [UPLOAD]
  if ((await store.findNamedByIndex(db, ids)).length > 0) return true
  if ((await store.findNamedByAnything(db, ids)).length > 0) return true
  const runs = await store.findRunsToAsk(db, ROW, { since: new Date(0), before: null, limit: 10 })
  const named = await store.findNamedByRuns(
    db,
    runs.map(({ id }) => id),
    ids,
  )
  return named.length > 0
}

const VALUES: Record<string, string> = {
  uuid: `'${UPLOAD}'`,
  'uuid[]': `array['${UPLOAD}'::uuid]`,
  json: `'${JSON.stringify({ field: { file_id: UPLOAD } })}'`,
  jsonb: `'${JSON.stringify({ field: { file_id: UPLOAD } })}'`,
}

it('finds a file in every column that could name it, or has a reason why none is there', async () => {
  const client = await database.pool.connect()
  const missed: string[] = []
  const reasons = new Set(Object.values(OTHERS).flat())
  try {
    const db = createDatabaseOn(client)
    for (const { table, name, type, isKey } of columns) {
      const value = VALUES[type]
      if (value === undefined || (isKey && name !== 'file_id') || table === 'files') continue
      await client.query(
        `begin; set local session_replication_role = replica; update ${table} set "${name}" = ${value}`,
      )
      if (!(await isFound(db))) missed.push(`${table}.${name}`)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
  expect(missed.toSorted()).toEqual([...reasons].toSorted())
})
