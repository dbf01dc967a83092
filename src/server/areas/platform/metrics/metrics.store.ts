/** The SQL of metrics: facts of the installation, and samples. Each statement reads a bounded part of an index. */
import { sql } from 'kysely'
import { PRIORITIES, type Priority } from '#contract/runs/execution-states.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { InstallationFacts } from '#server/platform/metrics/installation-facts.ts'

/** Counting goes no further than this: beyond it the exact number changes no decision. */
const COUNTED = 100_000

interface DepthRow {
  priority: Priority
  queued: number
  oldest_s: number
}

/** The age is that of the run that waits longest, among those counted. */
export async function findQueue(db: Queryable): Promise<InstallationFacts['queue']> {
  const { rows } = await sql<DepthRow>`
    select priority, count(*)::int as queued,
      greatest(0, extract(epoch from now() - min(created_at)))::float8 as oldest_s
    from (select priority, created_at from executions where status = 'queued' limit ${COUNTED}) as counted
    group by priority`.execute(db)
  return PRIORITIES.map(
    (priority) => rows.find((row) => row.priority === priority) ?? { priority, queued: 0, oldest_s: 0 },
  )
}

const counted = (status: string) =>
  sql`(select count(*)::int from (select 1 from executions where status = ${status} limit ${COUNTED}) as counted)`

export async function countRuns(db: Queryable): Promise<InstallationFacts['runs']> {
  const { rows } = await sql<InstallationFacts['runs']>`
    select ${counted('running')} as running, ${counted('waiting')} as waiting, ${counted('paused')} as paused`.execute(
    db,
  )
  return rows[0] ?? { running: 0, waiting: 0, paused: 0 }
}

interface RestRow {
  queued_mails: number
  failed_mails: number
  oldest_mail_s: number
  gateway_event_s: number | null
  connections: number
  most_connections: number
  bytes: number
  backup_s: number | null
  backup_failed: boolean | null
  maintenance: boolean
}

/** Mails that failed and events that could not be taken over are looked for among those of the last week. */
export async function findRest(
  db: Queryable,
): Promise<
  Pick<InstallationFacts, 'mails' | 'gateway_event_s' | 'database' | 'backup_s' | 'backup_failed' | 'maintenance'>
> {
  const { rows } = await sql<RestRow>`
    select
      (select count(*)::int from (select 1 from mails where status = 'queued' limit ${COUNTED}) as counted) as queued_mails,
      (select count(*)::int from (select 1 from mails where status = 'failed' and created_at > now() - interval '7 days'
        limit ${COUNTED}) as counted) as failed_mails,
      (select greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8 from mails
        where status = 'queued') as oldest_mail_s,
      (select extract(epoch from now() - min(received_at))::float8 from gateway_events
        where done_at is null and received_at > now() - interval '7 days') as gateway_event_s,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as most_connections,
      pg_database_size(current_database())::float8 as bytes,
      (select extract(epoch from now() - backed_up_at)::float8 from installation) as backup_s,
      (select status = 'failed' from backups where status in ('succeeded', 'failed')
        order by requested_at desc, id desc limit 1) as backup_failed,
      exists (select 1 from settings where name = 'maintenance' and value <> 'null') as maintenance`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Facts of the installation missing')
  return {
    mails: { queued: row.queued_mails, failed: row.failed_mails, oldest_s: row.oldest_mail_s },
    gateway_event_s: row.gateway_event_s,
    database: { connections: row.connections, most_connections: row.most_connections, bytes: row.bytes },
    backup_s: row.backup_s,
    backup_failed: row.backup_failed,
    maintenance: row.maintenance,
  }
}
