/**
 * Runs heavy nodes in threads, so that a long text keeps nobody else waiting. Nodes are our own code: threads keep the time apart, not
 * the trust.
 *
 * A thread takes one job at a time. It is ended when its job is aborted (cancel, pause, time-out, shutdown) or needs too much memory,
 * and when it had nothing to do for a while; the next job that finds none gets a new one.
 */
import { Worker } from 'node:worker_threads'
import { isLargerThan, QUICK_CHARACTERS } from '#graph/value-size.ts'
import { type NodeContext, type NodeDefinition, NodeError, type NodeResult } from '#nodes/node.ts'
import type { CodeSystem, Ports } from '#nodes/ports.ts'
import type { RunnerLog } from '#server/runners/pool.ts'
import { type Answer, type CodePage, type FromThread, type Job, unwireError, wireError } from './wire.ts'

export interface NodeThreadsOptions {
  size: number
  heapMb: number
  /** Jobs that one owner may have waiting. The jobs of other owners do not count. */
  maxQueue: number
  idleMs: number
  log: RunnerLog
}

type Context = NodeContext<Record<string, unknown>>

interface Task {
  readonly id: number
  readonly type: string
  readonly context: Context
  /** Its processor time counts for the run, as it would in the server's own thread. */
  readonly isCharged: boolean
  resolve(result: NodeResult): void
  reject(cause: unknown): void
}

interface Thread {
  readonly worker: Worker
  task: Task | null
  /** When it was given its task. */
  began: number
  timer: NodeJS.Timeout | null
}

/** What is copied of a code table in one go: some 10 ms. */
const PAGE = 5_000
/** Of so many owners it is known when they had their last turn. */
const MOST_OWNERS = 1_000
const program = new URL('./thread.ts', import.meta.url)

export class NodeThreads {
  readonly #options: NodeThreadsOptions
  readonly #threads = new Set<Thread>()
  readonly #queue: Task[] = []
  /** The last turn of each owner, the oldest first. */
  readonly #turns = new Map<string, number>()
  #turn = 0
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
    for (const task of this.#queue.splice(0)) task.reject(lost())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, lost())))
  }

  /** @throws NodeError `runner_busy`, `runner_lost`, `node_memory`, and what the node throws; the abort reason when aborted */
  #run(type: string, context: Context, isCharged = false): Promise<NodeResult> {
    const { signal } = context
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#stopped) return Promise.reject(lost())
    const owner = ownerOf({ context })
    if (this.#queue.filter((task) => ownerOf(task) === owner).length >= this.#options.maxQueue)
      return Promise.reject(
        new NodeError('runner_busy', 'Too much of your work is waiting. Try again shortly.', { retryable: true }),
      )
    return new Promise<NodeResult>((resolve, reject) => {
      const onAbort = () => this.#abort(task, signal.reason)
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', onAbort)
          act(value)
        }
      const settled = { resolve: settle(resolve), reject: settle(reject) }
      const task: Task = { id: ++this.#tasks, type, context, isCharged, ...settled }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#queue.push(task)
      this.#dispatch()
    })
  }

  #dispatch(): void {
    if (this.#stopped) return
    for (let task = this.#next(); task; task = this.#next()) {
      const thread = [...this.#threads].find((one) => !one.task) ?? this.#start()
      if (!thread) return
      this.#queue.splice(this.#queue.indexOf(task), 1)
      this.#assign(thread, task)
    }
  }

  /**
   * Owners take turns: whoever has the fewest threads now is next, of those whoever had no turn for longest, so that nobody waits for
   * the queue of somebody else.
   */
  #next(): Task | undefined {
    const held = Map.groupBy(this.#threads, ({ task }) => task && ownerOf(task))
    const threadsOf = (owner: string) => held.get(owner)?.length ?? 0
    const turnOf = (owner: string) => this.#turns.get(owner) ?? 0
    const first = [...new Set(this.#queue.map(ownerOf))].reduce<string | null>((best, owner) => {
      if (best === null) return owner
      return (threadsOf(owner) - threadsOf(best) || turnOf(owner) - turnOf(best)) < 0 ? owner : best
    }, null)
    return this.#queue.find((task) => ownerOf(task) === first)
  }

  #countTurn(owner: string): void {
    this.#turns.delete(owner)
    this.#turns.set(owner, ++this.#turn)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > MOST_OWNERS && oldest !== undefined) this.#turns.delete(oldest)
  }

  #start(): Thread | null {
    if (this.#threads.size >= this.#options.size) return null
    const worker = new Worker(program, {
      name: 'nodes',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    const thread: Thread = { worker, task: null, began: 0, timer: null }
    this.#threads.add(thread)
    worker.on('message', (message: FromThread) => this.#heard(thread, message))
    worker.on('error', (error) => this.#broke(thread, error))
    worker.on('exit', () => void this.#end(thread, lost()))
    return thread
  }

  #assign(thread: Thread, task: Task): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.timer = null
    thread.task = task
    thread.began = performance.now()
    this.#countTurn(ownerOf(task))
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
    thread.task = null
    thread.timer = setTimeout(() => void this.#end(thread, lost()), this.#options.idleMs)
    thread.timer.unref()
  }

  #heard(thread: Thread, message: FromThread): void {
    const { task } = thread
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
      if (thread.task === task) thread.worker.postMessage({ kind: 'answer', id, ask, ...what } satisfies Answer)
    }
    try {
      answer({ value: await call(task.context, message) })
    } catch (error) {
      answer({ error: wireError(error) })
    }
  }

  #abort(task: Task, reason: unknown): void {
    const waiting = this.#queue.indexOf(task)
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1)
      task.reject(reason)
      return
    }
    for (const thread of this.#threads) {
      if (thread.task !== task) continue
      if (task.isCharged) task.context.evaluator.charge(performance.now() - thread.began)
      void this.#end(thread, reason)
    }
  }

  #broke(thread: Thread, error: unknown): void {
    const memory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#options.log.warn({ error: String(error), node_type: thread.task?.type }, 'a thread of nodes ended')
    void this.#end(thread, memory ? new NodeError('node_memory', 'The node used too much memory.') : lost())
  }

  async #end(thread: Thread, cause: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.timer !== null) clearTimeout(thread.timer)
    const { task } = thread
    thread.task = null
    task?.reject(cause)
    const ended = thread.worker.terminate()
    this.#dispatch()
    await ended
  }
}

const ownerOf = ({ context: { run } }: Pick<Task, 'context'>): string =>
  'user_id' in run.owner ? run.owner.user_id : run.owner.visitor_key
const lost = (): NodeError => new NodeError('runner_lost', 'The work was interrupted. Try again.', { retryable: true })

function call(ports: Ports & { signal: AbortSignal }, ask: Extract<FromThread, { kind: 'ask' }>): Promise<unknown> {
  const { signal } = ports
  const args = ask.args as never[]
  switch (ask.port) {
    case 'http':
      return (ports.http as Call)(args[0], signal, args[1])
    case 'parse':
      return (ports.documents.parse as Call)(...args, signal)
    case 'read_file':
      return (ports.files.read as Call)(...args)
    case 'write_file':
      return (ports.files.write as Call)(...args)
    case 'paperwork':
      return (ports.paperwork as Call)(...args, signal)
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
