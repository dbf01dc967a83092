/**
 * DBOS: dispatch of work that waits, over any number of workers on one Postgres. The only importer of it. One job does one thing,
 * `advance(execution)`; what is done and what is left is in our own rows, so a job that comes twice, late or for nothing is harmless.
 */

import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import type { ClientBase } from 'pg'
import type { Priority } from '#contract/runs/execution-states.ts'
import { createSession } from '#server/platform/database/pool.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { pause } from './attempt.ts'

export interface Job {
  execution_id: string
  /** Makes the job's id with the execution's: the same job is enqueued once. */
  reason: string
  delay_ms: number
  priority: Priority
  owner_id: string | null
  visitor_key: string | null
}

export interface Dispatcher {
  /** Enqueues within the caller's transaction. */
  enqueueIn(client: ClientBase, job: Job): Promise<void>
  /** Puts the jobs that a dead process had begun back into the queue. */
  resumeJobsOf(executor: string): Promise<void>
  /** Whether a job of the execution is enqueued, delayed or begun. */
  hasJob(execution_id: string): Promise<boolean>
  /** Removes jobs that ended more than `age_ms` ago: what they did is in our own rows. */
  forgetEnded(age_ms: number): Promise<void>
  /** Takes no new jobs and waits for those begun, at most `timeout_ms`. */
  takeNoMore(timeout_ms: number): Promise<void>
  close(): Promise<void>
}

export interface DispatchOptions {
  databaseUrl: string
  executorId: string
  /** Executions that a process runs from the queue at a time; urgent ones have places of their own. */
  places: number
  /** The part of a process's places that runs of one owner may take. */
  share: number
  /** How often a process looks for work in a queue, in ms. */
  pollMs: number
  /** Whether the tables of the queue are there: a process that only enqueues makes them when it is the first. */
  isReady: () => Promise<boolean>
  /** Absent in a process that only enqueues. */
  advance?: (execution_id: string) => Promise<void>
  log: (level: 'warn' | 'error', message: string, detail: unknown) => void
}

/** One for all processes and builds: a new build continues the work of the previous one. */
const APPLICATION = 'chowk'
const VERSION = '1'
const QUEUE = 'executions'
const WORKFLOW = 'advance'
const START_POLL_MS = 50

/** Urgent runs have places of their own, so that they begin while all others are taken. */
const URGENT_QUEUE = 'urgent'
/** In addition to those of the other runs. */
const URGENT_SHARE = 1 / 5

const PRIORITY: Record<Priority, number> = { urgent: 1, high: 2, normal: 3, low: 4 }

let run: ((execution_id: string) => Promise<void>) | null = null
/** Registered once for the life of the process: DBOS knows its workflows by function. */
let registered = false
let stopping = false

export async function createDispatcher(options: DispatchOptions): Promise<Dispatcher> {
  const logger = {
    info: () => {},
    debug: () => {},
    warn: (entry: unknown) => options.log('warn', 'DBOS', entry),
    error: (entry: unknown) => options.log('error', 'DBOS', entry),
  }
  const databaseUrl = withTimeout(options.databaseUrl)
  const { advance } = options
  if (advance) await alone(databaseUrl, () => launch({ ...options, databaseUrl }, advance, logger))
  else if (!(await options.isReady())) await alone(databaseUrl, () => DBOS.migrate(options.databaseUrl))
  const client = await DBOSClient.create({
    systemDatabaseUrl: databaseUrl,
    systemDatabasePoolSize: 2,
    applicationName: APPLICATION,
    logger,
  })
  return {
    async enqueueIn(transaction, job) {
      await client.enqueueInTransaction(
        transaction,
        {
          workflowName: WORKFLOW,
          queueName: job.priority === 'urgent' ? URGENT_QUEUE : QUEUE,
          workflowID: `${job.execution_id}:${job.reason}`,
          appVersion: VERSION,
          priority: PRIORITY[job.priority],
          queuePartitionKey: job.owner_id ?? job.visitor_key ?? 'nobody',
          ...(job.delay_ms > 0 ? { delaySeconds: job.delay_ms / 1000 } : {}),
        },
        job.execution_id,
      )
    },
    async resumeJobsOf(executor) {
      const jobs = await client.listWorkflows({
        status: 'PENDING',
        executorId: executor,
        workflowName: WORKFLOW,
        loadInput: false,
      })
      if (jobs.length > 0)
        await client.resumeWorkflows(
          jobs.map((job) => job.workflowID),
          { queueName: QUEUE },
        )
    },
    async hasJob(execution_id) {
      const status = ['ENQUEUED', 'PENDING', 'DELAYED'] as const
      const jobs = await client.listWorkflows({
        workflow_id_prefix: `${execution_id}:`,
        status: [...status],
        limit: 1,
        loadInput: false,
      })
      return jobs.length > 0
    },
    async forgetEnded(age_ms) {
      const jobs = await client.listWorkflows({
        workflowName: WORKFLOW,
        status: 'SUCCESS',
        completedBefore: new Date(Date.now() - age_ms).toISOString(),
        limit: 1000,
        loadInput: false,
      })
      if (jobs.length > 0) await client.deleteWorkflows(jobs.map((job) => job.workflowID))
    },
    async takeNoMore(timeout_ms) {
      stopping = true
      if (options.advance) await DBOS.shutdown({ workflowCompletionTimeoutMS: timeout_ms })
    },
    close: () => client.destroy(),
  }
}

/**
 * Options that DBOS would otherwise set with a query in parallel with the first one of each connection, which pg warns
 * about on stderr.
 */
function withTimeout(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', `${options ? `${options} ` : ''}-c idle_in_transaction_session_timeout=60000`)
  // pg reads the plus signs of a query literally.
  return url.href.replaceAll('+', '%20')
}

/** A job is over when its execution has left this process: while the database is away it is tried again, not given up. */
async function persist(execution_id: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run?.(execution_id)
    } catch {
      // Never resolves: a job that this process no longer does remains its own until it is resumed.
      if (stopping) await new Promise(() => {})
      await pause(Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)))
    }
  }
}

/** DBOS makes its tables without looking whether another process is at it: one at a time. */
async function alone(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = createSession(databaseUrl, { name: 'chowk start' })
  await client.connect()
  try {
    // Not waited for inside a statement: indexes made concurrently wait for every statement that began before.
    while (!(await client.query('select pg_try_advisory_lock($1) as held', [LOCKS.engineStart])).rows[0]?.held)
      await pause(START_POLL_MS)
    await work()
  } finally {
    await client.end().catch(() => {})
  }
}

async function launch(
  options: DispatchOptions,
  advance: (execution_id: string) => Promise<void>,
  logger: NonNullable<Parameters<typeof DBOS.setConfig>[0]['logger']>,
): Promise<void> {
  run = advance
  stopping = false
  if (!registered) {
    DBOS.registerWorkflow(persist, { name: WORKFLOW })
    registered = true
  }
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl: options.databaseUrl,
    systemDatabasePoolSize: 5,
    applicationVersion: VERSION,
    executorID: options.executorId,
    logger,
  })
  await DBOS.launch()
  const queues = [
    [QUEUE, options.places],
    [URGENT_QUEUE, Math.ceil(options.places * URGENT_SHARE)],
  ] as const
  // A line per owner: in it the order is priority, then age; which line is next is drawn by lot.
  for (const [name, places] of queues)
    await DBOS.registerQueue(name, {
      workerConcurrency: places,
      partitionWorkerConcurrency: Math.max(1, Math.floor(places * options.share)),
      minPollingIntervalMs: options.pollMs,
      onConflict: 'always_update',
    })
}
