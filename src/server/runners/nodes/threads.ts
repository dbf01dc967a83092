/**
 * Runs heavy nodes in threads, so that a long text keeps nobody else waiting. Nodes are our own code: threads keep the time apart, not
 * the trust.
 *
 * A thread takes one job at a time. It is ended when its job is aborted (cancel, pause, time-out, shutdown) or needs too much memory,
 * and when it had nothing to do for a while; the next job that finds none gets a new one.
 */

import { Worker } from 'node:worker_threads'
import { isLargerThan, QUICK_CHARACTERS } from '#graph/values/value-size.ts'
import { type NodeContext, type NodeDefinition, NodeError, type NodeResult } from '#nodes/node.ts'
import type { CodeSystem, Ports } from '#nodes/ports.ts'
import { nameOfOwner } from '#nodes/work-for.ts'
import type { Log } from '#server/platform/logger.ts'
import { countAtWork, hasPlace, type Owned, OwnerLine, placesFor } from '#server/runners/owner-line.ts'
import { type Answer, type CodePage, type FromThread, type Job, unwireError, wireError } from './wire.ts'

export interface NodeThreadsOptions {
  size: number
  heapMb: number
  /** Jobs that one owner may have waiting. The jobs of other owners do not count. */
  maxQueue: number
  idleMs: number
  log: Pick<Log, 'info' | 'warn'>
}

type Context = NodeContext<Record<string, unknown>>

interface Task extends Owned {
  readonly id: number
  readonly type: string
  readonly context: Context
  /** Its processor time counts for the run, as it would in the server's own thread. */
  readonly isCharged: boolean
  /** The node waits, until this is called. */
  readonly endWait: () => void
  resolve(result: NodeResult): void
  reject(cause: unknown): void
}

interface Thread {
  readonly worker: Worker
  /** It has loaded its program. What waits is done by the first thread that is free, not by one that is still starting. */
  isReady: boolean
  job: Task | null
  /** When it was given its task. */
  began: number
  timer: NodeJS.Timeout | null
}

/** What is copied of a code table in one go: some 10 ms. */
const PAGE = 5_000
const program = new URL('./thread.ts', import.meta.url)

export class NodeThreads {
  readonly #options: NodeThreadsOptions
  readonly #threads = new Set<Thread>()
  readonly #line = new OwnerLine<Task>()
  #tasks = 0
  #stopped = false

  constructor(options: NodeThreadsOptions) {
    this.#options = options
  }

  /** The node as the engine gets it: a heavy one runs here, any other as it is. */
  offload(node: NodeDefinition): NodeDefinition {
    if (!node.heavy) return node
    const inThread = (context: Context) => this.#run(node.type, context)
    if (node.heavy === true) return { ...node, run: inThread }
    const isLarge = ({ config, input }: Context) => isLargerThan(QUICK_CHARACTERS, config, input)
    return { ...node, run: (context) => (isLarge(context) ? this.#run(node.type, context, true) : node.run(context)) }
  }

  /** How many there are now. */
  get size(): number {
    return this.#threads.size
  }

  /** What still runs or waits answers `runner_lost`. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const task of this.#line.empty()) task.reject(lost())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, lost())))
  }

  /** @throws NodeError `runner_busy`, `runner_lost`, `node_memory`, and what the node throws; the abort reason when aborted */
  #run(type: string, context: Context, isCharged = false): Promise<NodeResult> {
    const { signal } = context
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#stopped) return Promise.reject(lost())
    const owner = nameOfOwner(context.run.owner)
    if (this.#line.sizeOf(owner) >= this.#options.maxQueue)
      return Promise.reject(
        new NodeError('runner_busy', 'Too much of your work is waiting. Try again shortly.', { retryable: true }),
      )
    return new Promise<NodeResult>((resolve, reject) => {
      const onAbort = () => this.#abort(task, signal.reason)
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', onAbort)
          task.endWait()
          act(value)
        }
      const settled = { resolve: settle(resolve), reject: settle(reject) }
      const endWait = context.waits()
      const task: Task = { id: ++this.#tasks, owner, type, context, isCharged, endWait, ...settled }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#line.add(task)
      this.#dispatch()
    })
  }

  #dispatch(): void {
    if (this.#stopped) return
    for (;;) {
      const atWork = countAtWork(this.#threads)
      const task = this.#line.next(atWork)
      if (!task) return
      const { size } = this.#options
      if (!hasPlace(task.owner, atWork, size)) return
      const thread = [...this.#threads].find((one) => one.isReady && !one.job)
      if (!thread) {
        this.#startFor(placesFor(task.owner, atWork, size))
        return
      }
      this.#line.take(task)
      this.#assign(thread, task)
    }
  }

  #startFor(most: number): void {
    const starting = [...this.#threads].filter(({ isReady }) => !isReady).length
    if (this.#line.size > starting && this.#threads.size < most) this.#start()
  }

  #start(): void {
    const worker = new Worker(program, {
      name: 'nodes',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    const thread: Thread = { worker, isReady: false, job: null, began: 0, timer: null }
    this.#threads.add(thread)
    worker.on('message', (message: FromThread) => this.#heard(thread, message))
    worker.on('error', (error) => this.#broke(thread, error))
    worker.on('exit', () => void this.#end(thread, lost()))
  }

  #assign(thread: Thread, task: Task): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.timer = null
    thread.job = task
    task.endWait()
    thread.began = performance.now()
    const { id, type, context } = task
    const { config, input, inputs, run } = context
    try {
      thread.worker.postMessage({ kind: 'job', id, type, config, input, inputs, run } satisfies Job)
    } catch (cause) {
      this.#free(thread)
      task.reject(cause)
    }
  }

  #free(thread: Thread): void {
    thread.job = null
    thread.timer = setTimeout(() => void this.#end(thread, lost()), this.#options.idleMs)
    thread.timer.unref()
  }

  #heard(thread: Thread, message: FromThread): void {
    if (message.kind === 'ready') {
      thread.isReady = true
      this.#free(thread)
      this.#dispatch()
      return
    }
    const { job: task } = thread
    if (task?.id !== message.id) return
    if (message.kind === 'log') task.context.log(message.message, message.data)
    else if (message.kind === 'progress') task.context.progress(message.fraction, message.message)
    else if (message.kind === 'ask') void this.#answer(thread, task, message)
    else {
      this.#free(thread)
      if (task.isCharged) task.context.evaluator.charge(message.cpu_ms)
      if (message.kind === 'done') task.resolve(message.result)
      else task.reject(unwireError(message.error))
      this.#dispatch()
    }
  }

  async #answer(thread: Thread, task: Task, message: Extract<FromThread, { kind: 'ask' }>): Promise<void> {
    const { id, ask } = message
    const answer = (what: { value: unknown } | { error: ReturnType<typeof wireError> }) => {
      if (thread.job === task) thread.worker.postMessage({ kind: 'answer', id, ask, ...what } satisfies Answer)
    }
    try {
      answer({ value: await call(task.context, message) })
    } catch (error) {
      answer({ error: wireError(error) })
    }
  }

  #abort(task: Task, reason: unknown): void {
    if (this.#line.remove(task)) {
      task.reject(reason)
      return
    }
    for (const thread of this.#threads) {
      if (thread.job !== task) continue
      if (task.isCharged) task.context.evaluator.charge(performance.now() - thread.began)
      void this.#end(thread, reason)
    }
  }

  #broke(thread: Thread, error: unknown): void {
    const memory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#options.log.warn({ error: String(error), node_type: thread.job?.type }, 'a thread of nodes ended')
    void this.#end(thread, memory ? new NodeError('node_memory', 'The node used too much memory.') : lost())
  }

  async #end(thread: Thread, cause: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.timer !== null) clearTimeout(thread.timer)
    const { job: task } = thread
    thread.job = null
    task?.reject(cause)
    // One that cannot start would leave tasks waiting for ever: the first of them learns about it.
    if (!thread.isReady) this.#line.takeNext(countAtWork(this.#threads))?.reject(cause)
    const ended = thread.worker.terminate()
    this.#dispatch()
    await ended
  }
}

const lost = (): NodeError => new NodeError('runner_lost', 'The work was interrupted. Try again.', { retryable: true })

function call(ports: Ports & { signal: AbortSignal }, ask: Extract<FromThread, { kind: 'ask' }>): Promise<unknown> {
  const { signal } = ports
  const args = ask.args as never[]
  switch (ask.port) {
    case 'http':
      return (ports.http as Call)(args[0], signal, args[1])
    case 'parse':
      return (ports.documents.parse as Call)(...args, signal)
    case 'code':
      return (ports.code as Call)(...args, signal)
    case 'embed':
      return (ports.embed as Call)(...args, signal)
    case 'model':
      return (ports.model.generate as Call)(...args, signal)
    case 'model_available':
      return (ports.model.available as Call)(...args)
    case 'codes':
      return codePage(ports.codes, ...(ask.args as [system: CodeSystem, held: string | null, from: number]))
  }
}

type Call = (...args: unknown[]) => Promise<unknown>

async function codePage(
  codes: Ports['codes'],
  system: CodeSystem,
  held: string | null,
  from: number,
): Promise<CodePage> {
  const { version, source, entries } = await codes.table(system)
  const named = source === undefined ? { version } : { version, source }
  if (version === held) return { ...named, entries: [], more: false }
  return { ...named, entries: entries.slice(from, from + PAGE), more: entries.length > from + PAGE }
}
