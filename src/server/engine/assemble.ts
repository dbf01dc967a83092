/** Puts the parts of the engine together: who tells whom. */

import type { ClientBase } from 'pg'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { Connections } from '#server/platform/database/connections-per-caller.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { Log } from '#server/platform/logger.ts'
import type { Outcome } from './advance.ts'
import { type Bus, createBus, type Message } from './bus.ts'
import { createContextMaker, type EnginePorts } from './context.ts'
import { type ControlOptions, cancelChildren, cancelUnlessEnded } from './control.ts'
import { createDispatcher, type Dispatcher } from './dispatch.ts'
import { enqueueNew } from './enqueue.ts'
import { holdStart, releaseHeldStarts } from './held-starts.ts'
import { createJournal, type Journal } from './journal.ts'
import { holdExecutorId, type Liveness } from './liveness.ts'
import type { Processor } from './processor.ts'
import type { FindNode } from './program.ts'
import type { AgentCallsPort, BillingGatePort, Started, StartRequest } from './request.ts'
import { type Family, Runner } from './runner.ts'
import { type OtherTimes, startDue, startOthers } from './schedules.ts'
import { findExecution, orphanExecutions } from './store.ts'
import { Sweeper } from './sweeper.ts'
import { createVersions, type Versions } from './versions.ts'
import { createWaits, hasDueWait, resolveWait } from './waits.ts'
import { type LiveEvent, Watch } from './watch.ts'

export interface EngineOptions {
  pool: Pool
  /** For what requests ask of runs, which may wait for locks: no caller has more than a few. `pool` when absent. */
  requestConnections?: Connections
  databaseUrl: string
  /** Names this process among those of the installation; stable over restarts. */
  executorId: string
  /** `web` only enqueues. */
  role: 'web' | 'worker' | 'all'
  findNode: FindNode
  ports: EnginePorts
  /** Counts what runs compute, and evaluates their expressions. */
  processor: Processor
  log: Pick<Log, 'warn' | 'error'>
  /** Where outputs above 256 kB go; without it they stay in their rows. */
  outputs?: Outputs | null
  /** Without it every run is free. */
  billingGate?: BillingGatePort
  /** How steps run agents of the marketplace; null where none are sold. */
  agentCalls: AgentCallsPort | null
  /** Whether new runs wait in the queue, asked at each start: the operator works on the installation. */
  holdsStarts: () => boolean
  /** Schedules other than those of workflows. */
  otherTimes?: OtherTimes
  /** Executions of the queue under way at once. */
  queuePlaces?: number
  /** Executions under way at once, with those that begin without the queue: about five times as many when absent. */
  maxInFlight?: number
  /** The part of all places that runs of one owner may take, more than 0 and at most 1. */
  ownerShare?: number
  /** Another process took this executor's id while the database was unavailable: the process must end. */
  onLost?: (error: Error) => void
}

export interface Parts {
  pool: Pool
  executorId: string
  works: boolean
  processor: Processor
  outputs: Outputs | null
  billingGate: BillingGatePort | null
  holdsStarts: () => boolean
  watch: Watch
  versions: Versions
  journal: Journal
  dispatcher: Dispatcher
  bus: Bus
  runner: Runner
  control: ControlOptions
  sweeper: Sweeper | null
  liveness: Liveness | null
  /** A wait of the execution was resolved. */
  resolved: (execution_id: string) => void
}

/** Most of those under way wait for others, so a process bears more of them than it takes from the queue. */
const IN_FLIGHT_PER_PLACE = 5.12
const OWNER_SHARE = 0.4
/** Timers nearer than this are also watched by the process that stored them. */
const NEAR_MS = 30_000

/**
 * Messages that arrive before a consumer exists are dropped. @throws ExecutorTaken when another live process has the id
 */
export async function assembleEngine(
  options: EngineOptions,
  start: (request: StartRequest) => Promise<Started>,
): Promise<Parts> {
  const { pool, databaseUrl, executorId, log, processor, outputs = null, holdsStarts } = options
  const { queuePlaces: places = SERVER_LIMITS.queue_per_worker } = options
  const maxInFlight = options.maxInFlight ?? Math.ceil(places * IN_FLIGHT_PER_PLACE)
  const [share, works] = [options.ownerShare ?? OWNER_SHARE, options.role !== 'web']
  const report = reporter(log)
  const liveness = works ? await takeOver(options) : null
  const watch = new Watch()
  const versions = createVersions(pool, options.findNode)
  const journal = await createJournal({ databaseUrl, log: (text, error) => log.warn({ err: error }, text) })
  const late = { receive: (_: Message): void => {} }
  const bus = await createBus({ pool, databaseUrl, executorId, receive: (message) => late.receive(message) })
  watch.connect(bus)
  const { take, wake, resolved, timer } = createWakers({ works, bus, report, runner: () => runner })
  const dispatcher = await createDispatcher({
    ...{ pool, executorId, places, share, report, tellOthers: () => bus.publish({ type: 'queued' }) },
    advance: works ? (id) => doJob({ pool, runner, holdsStarts, wake }, id) : null,
  })
  const childEnded = parentTeller(pool, dispatcher, resolved)
  const waits = createWaits(pool, { dispatcher, agentCalls: options.agentCalls }, outputs, {
    child: take,
    timer,
    abandoned: (id) => cancelUnlessEnded(ownControl, id),
  })
  const runner: Runner = new Runner({
    pool,
    journal,
    versions,
    waits,
    watch,
    executorId,
    holdsStarts,
    report,
    childEnded,
    cancelChildren: (id) => cancelChildren(ownControl, id),
    makeContext: createContextMaker(options.ports, options.findNode),
    processor,
    outputs,
    maxInFlight,
    maxPerOwner: Math.max(1, Math.floor(maxInFlight * share)),
  })
  late.receive = receiver(runner, watch, dispatcher)
  const control = controls(options, { dispatcher, versions, runner, watch, bus, take, childEnded, start })
  // Not on the connections of requests, which give up sooner.
  const ownControl = { ...control, pool }
  const sweeper =
    liveness && createSweeper({ ...options, runner, dispatcher, childEnded, control: ownControl, report, liveness })
  return {
    pool,
    executorId,
    works,
    processor,
    outputs,
    billingGate: options.billingGate ?? null,
    holdsStarts,
    watch,
    versions,
    journal,
    dispatcher,
    bus,
    runner,
    control,
    sweeper,
    liveness,
    resolved,
  }
}

/** Hands the outcome of a child to the step that waits for it. */
const parentTeller =
  (pool: Pool, dispatcher: Dispatcher, resolved: (id: string) => void) =>
  async (child: Family, outcome: Pick<Outcome, 'status' | 'output' | 'error'>): Promise<void> => {
    const told = await tellParent(pool, dispatcher, child, outcome)
    if (told) resolved(told)
  }

/**
 * Holds the executor's id and sets free what an earlier process of that name left behind. Must run before the queue is read, or
 * what this process has just taken from it would count as left behind.
 */
async function takeOver(options: EngineOptions): Promise<Liveness> {
  const liveness = await holdExecutorId({ ...options, onLost: (error) => options.onLost?.(error) })
  await orphanExecutions(options.pool, options.executorId)
  return liveness
}

interface JobParts extends Pick<Parts, 'pool' | 'runner' | 'holdsStarts'> {
  wake: (id: string) => void
}

/** What a job of the queue does. */
async function doJob({ pool, runner, holdsStarts, wake }: JobParts, id: string): Promise<void> {
  const wasHeld = holdsStarts()
  if ((await runner.take(id)) !== null) return
  // Its job is used up with this; another one is enqueued when starts are no longer held.
  if (wasHeld || holdsStarts()) await holdStart(pool, id)
  // So is that of a wait. While other branches are busy, whichever process runs them continues after the wait.
  if (await hasDueWait(pool, id)) wake(id)
}

const reporter =
  (log: Pick<Log, 'warn' | 'error'>) =>
  (error: unknown, execution_id = '', node_id = ''): void =>
    log.error({ err: error, execution_id, node_id }, 'The engine met an unexpected error')

/** The ways in which an execution hears that it can continue. */
function createWakers(parts: { works: boolean; bus: Bus; report: ReturnType<typeof reporter>; runner: () => Runner }) {
  const { works, bus, report, runner } = parts
  // What is woken is taken here when there is room; its job in the queue then finds nothing to do.
  const take = (id: string): void => {
    if (works && runner().hasRoom)
      runner()
        .take(id)
        .catch((error) => report(error, id))
  }
  /** In whichever process it runs. */
  const wake = (id: string): void => {
    bus.publish({ type: 'wake', id })
    runner().wake(id)
  }
  const resolved = (id: string): void => {
    wake(id)
    take(id)
  }
  const timer = (id: string, until: Date): void => {
    const left = until.getTime() - Date.now()
    const due = () => {
      runner().wake(id)
      take(id)
    }
    if (left < NEAR_MS) setTimeout(due, Math.max(0, left) + 1).unref()
  }
  return { take, wake, resolved, timer }
}

const receiver = (runner: Runner, watch: Watch, dispatcher: Dispatcher) => (message: Message) => {
  switch (message.type) {
    case 'stop':
      return runner.stop(message.id, 'fenced')
    case 'queued':
      return dispatcher.look()
    case 'wake':
      return runner.wake(message.id)
    case 'watch':
      return watch.followedElsewhere(message.id)
    case 'rows':
      return watch.received(message.id, null)
    case 'live':
      return watch.received(message.id, message.event as unknown as LiveEvent)
  }
}

type ChildEnded = (child: Family, outcome: Pick<Outcome, 'status' | 'output' | 'error'>) => Promise<void>

interface ControlParts extends Pick<ControlOptions, 'dispatcher' | 'versions' | 'start'> {
  runner: Runner
  watch: Watch
  bus: Bus
  take: (id: string) => void
  childEnded: ChildEnded
}

function controls({ pool, requestConnections = pool }: EngineOptions, parts: ControlParts): ControlOptions {
  const { dispatcher, versions, runner, watch, bus, take, childEnded, start } = parts
  return {
    pool: requestConnections,
    dispatcher,
    versions,
    start,
    queued: take,
    stopped: (id) => {
      runner.stop(id, 'fenced')
      bus.publish({ type: 'stop', id })
      watch.changed(id)
      bus.publish({ type: 'rows', id })
    },
    cancelled: (execution) => childEnded(execution, { status: 'cancelled', output: null, error: null }),
  }
}

function createSweeper(parts: {
  pool: Pool
  runner: Runner
  dispatcher: Dispatcher
  executorId: string
  childEnded: ChildEnded
  control: ControlOptions
  report: (error: unknown) => void
  otherTimes?: OtherTimes
  holdsStarts: () => boolean
  liveness: Liveness
}): Sweeper {
  const { pool, dispatcher, childEnded, control, otherTimes, holdsStarts, liveness } = parts
  return new Sweeper({
    ...parts,
    holdAgain: () => liveness.holdAgain(),
    releaseHeld: async () => {
      while (!holdsStarts() && (await releaseHeldStarts(pool, dispatcher)));
    },
    schedules: async () => {
      const enqueue = (client: ClientBase, request: StartRequest) =>
        enqueueNew(client, dispatcher, request, request.workflow_id ?? '')
      const started = await startDue(pool, enqueue)
      return otherTimes ? [...started, ...(await startOthers(pool, otherTimes, enqueue, parts.report))] : started
    },
    cancel: (id) => cancelUnlessEnded(control, id),
    tellParent: async (id) => {
      const child = await findExecution(pool, id)
      if (child)
        await childEnded(child, { status: child.status, output: child.output, error: child.error as Outcome['error'] })
    },
  })
}

/** @returns the parent when its wait was resolved now */
async function tellParent(
  pool: Pool,
  dispatcher: Dispatcher,
  child: Family,
  outcome: Pick<Outcome, 'status' | 'output' | 'error'>,
): Promise<string | null> {
  if (!child.parent_id) return null
  const status = outcome.status === 'succeeded' || outcome.status === 'cancelled' ? outcome.status : 'failed'
  const resolved = await resolveWait(
    pool,
    dispatcher,
    { child_id: child.id },
    { type: 'child', status, output: outcome.output, message: outcome.error?.message ?? null },
    null,
  )
  return resolved?.now ? resolved.execution_id : null
}
