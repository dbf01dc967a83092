/** Everything about this process and its installation, for those who watch it: as Prometheus text, and as facts for the readable page. */
import { statfs } from 'node:fs/promises'
import { Gauge, Registry } from 'prom-client'
import type { Health } from '#contract/platform/health.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import type { InstallationFacts, ReadFacts } from './installation-facts.ts'
import { processRegistry } from './meters.ts'

/** How much of a kind of sandbox process is in use. */
export interface SandboxUse {
  processes: number
  busy: number
  size: number
  waiting: number
}

export interface MetricsParts {
  version: string
  role: string
  health: Pick<HealthChecks, 'check'>
  readFacts: ReadFacts
  pools: Readonly<Record<string, Pool>>
  sandbox: () => Readonly<Record<string, SandboxUse>>
  dataDir: string
}

export interface PoolUse {
  busy: number
  idle: number
  waiting: number
  most: number
}

export interface Disk {
  free: number
  size: number
}

export interface Facts {
  version: string
  role: string
  /** How long this process has run, in seconds. */
  uptime_s: number
  memory_bytes: number
  health: Health
  /** Null while the database is away. */
  installation: InstallationFacts | null
  pools: Record<string, PoolUse>
  sandbox: Readonly<Record<string, SandboxUse>>
  /** Null when it cannot be asked. */
  disk: Disk | null
}

export interface Metrics {
  facts(): Promise<Facts>
  /** In the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** @returns null when the file system does not say */
export async function readDisk(dir: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}

const poolUse = ({ totalCount, idleCount, waitingCount, options }: Pool): PoolUse => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
  most: options.max,
})

/** The gauges of one scrape: made for each, so that what is not known now says nothing instead of what it said last. */
class Page {
  readonly registry = new Registry()

  set(name: string, help: string, values: readonly (readonly [labels: Record<string, string>, value: number])[]): void {
    const [first] = values
    if (!first) return
    const gauge = new Gauge({ name, help, labelNames: Object.keys(first[0]), registers: [this.registry] })
    for (const [labels, value] of values) gauge.set(labels, value)
  }

  one(name: string, help: string, value: number | null): void {
    if (value !== null) this.set(name, help, [[{}, value]])
  }
}

function addInstallation(page: Page, known: InstallationFacts): void {
  const { queue, runs, workers, mails, database } = known
  page.set(
    'chowk_queue_runs',
    'Runs that wait to begin, by priority.',
    queue.map(({ priority, queued }) => [{ priority }, queued]),
  )
  page.set(
    'chowk_queue_oldest_seconds',
    'How long the run that waits longest has waited, by priority.',
    queue.map(({ priority, oldest_s }) => [{ priority }, oldest_s]),
  )
  page.set(
    'chowk_runs',
    'Runs under way, by status.',
    Object.entries(runs).map(([status, count]) => [{ status }, count]),
  )
  page.one('chowk_workers', 'Processes that run workflows and are alive.', workers)
  page.one(
    'chowk_maintenance',
    'Whether changes are paused and new runs wait for the end of maintenance: 1 or 0.',
    known.maintenance ? 1 : 0,
  )
  page.set('chowk_mails', 'Mails that wait, and those of the last week that were given up.', [
    [{ status: 'queued' }, mails.queued],
    [{ status: 'failed' }, mails.failed],
  ])
  page.one('chowk_mail_oldest_seconds', 'How long ago the mail that waits longest was due.', mails.oldest_s)
  page.one(
    'chowk_gateway_lag_seconds',
    'Age of the oldest event of the payment gateway that could not be taken over; 0 without one.',
    known.gateway_event_s ?? 0,
  )
  page.one('chowk_database_connections', 'Connections to the database, of all programs.', database.connections)
  page.one('chowk_database_connections_max', 'Connections that the database takes.', database.most_connections)
  page.one('chowk_database_size_bytes', 'Size of the database.', database.bytes)
  page.one('chowk_backup_age_seconds', 'Age of the last complete backup.', known.backup_s)
  page.one(
    'chowk_backup_failed',
    'Whether the newest scheduled backup failed: 1 or 0.',
    known.backup_failed === null ? null : Number(known.backup_failed),
  )
}

function addProcess(page: Page, { version, role, pools, sandbox, disk, health }: Facts): void {
  page.set('chowk_build_info', 'Version and role of this process; always 1.', [[{ version, role }, 1]])
  page.set(
    'chowk_check_up',
    'Whether each part works, as /health says: 1 or 0.',
    Object.entries(health.checks).map(([check, state]) => [{ check }, state === 'up' ? 1 : 0]),
  )
  page.set(
    'chowk_database_pool_connections',
    'Connections of this process to the database, by pool and state.',
    Object.entries(pools).flatMap(([pool, { busy, idle }]) => [
      [{ pool, state: 'busy' }, busy] as const,
      [{ pool, state: 'idle' }, idle] as const,
    ]),
  )
  page.set(
    'chowk_database_pool_connections_max',
    'Connections that a pool opens at most.',
    Object.entries(pools).map(([pool, { most }]) => [{ pool }, most]),
  )
  page.set(
    'chowk_database_pool_waiting',
    'Statements that wait for a connection of a pool.',
    Object.entries(pools).map(([pool, { waiting }]) => [{ pool }, waiting]),
  )
  page.set(
    'chowk_sandbox_processes',
    'Processes for code, documents and embeddings, by kind and state.',
    Object.entries(sandbox).flatMap(([kind, { processes, busy }]) => [
      [{ kind, state: 'busy' }, busy] as const,
      [{ kind, state: 'idle' }, processes - busy] as const,
    ]),
  )
  page.set(
    'chowk_sandbox_processes_max',
    'Processes of a kind that are started at most.',
    Object.entries(sandbox).map(([kind, { size }]) => [{ kind }, size]),
  )
  page.set(
    'chowk_sandbox_waiting',
    'Jobs that wait for a sandbox process, by kind.',
    Object.entries(sandbox).map(([kind, { waiting }]) => [{ kind }, waiting]),
  )
  page.one('chowk_disk_free_bytes', 'Free space in the data folder.', disk?.free ?? null)
  page.one('chowk_disk_size_bytes', 'Space of the file system of the data folder.', disk?.size ?? null)
}

export function createMetrics(parts: MetricsParts): Metrics {
  const { version, role, health, readFacts, pools, sandbox, dataDir } = parts
  const facts = async (): Promise<Facts> => {
    const [checked, installation, disk] = await Promise.all([health.check(), readFacts(), readDisk(dataDir)])
    return {
      version,
      role,
      uptime_s: process.uptime(),
      memory_bytes: process.memoryUsage.rss(),
      health: checked,
      installation,
      pools: Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, poolUse(pool)])),
      sandbox: sandbox(),
      disk,
    }
  }
  return {
    facts,
    async text() {
      const known = await facts()
      const page = new Page()
      addProcess(page, known)
      page.one(
        'chowk_database_up',
        'Whether facts of the installation could be read: 1 or 0.',
        known.installation ? 1 : 0,
      )
      if (known.installation) addInstallation(page, known.installation)
      return `${await page.registry.metrics()}\n${await processRegistry.metrics()}`
    },
  }
}
