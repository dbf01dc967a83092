/**
 * One isolate, used again for many executions of one tenant. An execution gets a context nobody has used, or one that is kept for the same
 * code in the same workflow and in which the executions before left nothing behind (`KeptContexts`): there it is compiled, and optimised
 * by what ran before. A clean context is made ahead while the process is idle. Compiled scripts are kept by their text.
 */
import { writeSync } from 'node:fs'
import ivm from 'isolated-vm'
import { JobError } from '#server/runners/serve.ts'
import { MAX_LOG_CHARS, MAX_LOG_LINES, MAX_OUTPUT, REALM, wrapSource } from './guest.ts'
import { type Code, KeptContexts } from './kept-contexts.ts'
import { luxonFor } from './luxon.ts'
import { Realm } from './realm.ts'

/** V8 has lost the isolate: nothing of this process can be trusted any more. What it said tells the server why. */
const giveUp = (message: string): void => {
  writeSync(2, `isolate lost: ${message}\n`)
  process.abort()
}

const MAX_SCRIPTS = 200
/** A new isolate after this many contexts, and after this many executions in any of them, so that nothing piles up. */
const MAX_CONTEXTS = 1000
const MAX_EXECUTIONS = 20_000

export interface Executed {
  logs: string[]
  /** JSON. */
  output: string
}

export class Sandbox {
  readonly memoryMb: number
  readonly #isolate: ivm.Isolate
  readonly #realm: ivm.Script
  readonly #scripts = new Map<string, ivm.Script>()
  #library: ivm.Script | null = null
  readonly #kept: KeptContexts
  #spare: Realm | null = null
  #contexts = 0
  #executions = 0

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb
    this.#isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: giveUp })
    // Named as the person's own script: to them their code is all there is.
    this.#realm = this.#isolate.compileScriptSync(REALM, { filename: 'code.js' })
    this.#kept = new KeptContexts(memoryMb)
  }

  /** Worn out: too many contexts or executions, or garbage of earlier ones takes half of the memory. */
  get worn(): boolean {
    if (this.#isolate.isDisposed || this.#contexts >= MAX_CONTEXTS || this.#executions >= MAX_EXECUTIONS) return true
    return this.#executions % 20 === 0 && this.heapMb > this.memoryMb / 2
  }

  /** What it holds now, garbage included; 0 when it is gone. */
  get heapMb(): number {
    if (this.#isolate.isDisposed) return 0
    const heap = this.#isolate.getHeapStatisticsSync()
    return (heap.used_heap_size + heap.externally_allocated_size) / 1_000_000
  }

  /** How many contexts it made. */
  get contexts(): number {
    return this.#contexts
  }

  /** How many contexts wait for their next execution. */
  get kept(): number {
    return this.#kept.size
  }

  prepare(): void {
    if (!this.#isolate.isDisposed) this.#spare ??= this.#open()
  }

  dispose(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose()
  }

  /** @throws JobError `code_error`, `code_timeout`, `code_memory`, `code_output_too_large` */
  execute(code: Code, bindings: string, timeoutMs: number): Executed {
    this.#executions++
    const deadline = performance.now() + timeoutMs
    const left = () => Math.max(1, Math.ceil(deadline - performance.now()))
    let realm: Realm | null = null
    let isReusable = false
    try {
      const kept = this.#kept.take(code)
      if (kept !== undefined) {
        realm = kept.realm
        if (!realm.startAgain(bindings, kept.isThorough, left())) {
          this.#drop(code, realm)
          realm = null
        }
      }
      if (realm === null) {
        realm = this.#takeSpare()
        const library = luxonFor(code.source)
        if (library !== null) realm.provide(this.#compileLibrary(library))
        if (this.#kept.wants(code)) realm.guard(code.source)
        realm.load(this.#compile(code.source), bindings, left)
      }
      const answer = realm.finish(left())
      isReusable = realm.isGuarded && hasEnded(answer)
      return read(answer)
    } catch (cause) {
      throw this.#named(cause)
    } finally {
      if (!this.#isolate.isDisposed && realm !== null) {
        if (isReusable) this.#kept.put(code, realm, bindings)
        else this.#drop(code, realm)
      }
    }
  }

  #takeSpare(): Realm {
    const spare = this.#spare ?? this.#open()
    this.#spare = null
    return spare
  }

  #drop(code: Code, realm: Realm): void {
    realm.release()
    if (this.#kept.wants(code)) this.#kept.strike(code)
  }

  #open(): Realm {
    this.#contexts++
    return new Realm(this.#isolate.createContextSync(), this.#realm)
  }

  #compile(source: string): ivm.Script {
    const known = this.#scripts.get(source)
    if (known !== undefined) return known
    const oldest = this.#scripts.keys().next().value
    if (this.#scripts.size >= MAX_SCRIPTS && oldest !== undefined) this.#scripts.delete(oldest)
    const script = this.#isolate.compileScriptSync(wrapSource(source), { filename: 'code.js', lineOffset: -1 })
    this.#scripts.set(source, script)
    return script
  }

  #compileLibrary(text: string): ivm.Script {
    this.#library ??= this.#isolate.compileScriptSync(text, { filename: 'library.js' })
    return this.#library
  }

  #named(cause: unknown): JobError {
    if (cause instanceof JobError) return cause
    const message = cause instanceof Error ? cause.message : String(cause)
    if (/execution timed out/i.test(message)) return new JobError('code_timeout', 'The code did not finish in time')
    if (this.#isolate.isDisposed || /memory limit/i.test(message))
      return new JobError('code_memory', 'The code used too much memory')
    const name = cause instanceof Error ? `${cause.name}: ` : ''
    return new JobError('code_error', `${name}${message.replace(/ ?\[code\.js:(\d+):\d+\]/, ' (line $1)')}`)
  }
}

/** Whether the guest says that its code returned or threw: nothing of it waits any more. */
const hasEnded = (answer: unknown): boolean => isText(answer) && /^(done|failed|too_large)\n/.test(answer)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads the guest's answer, which may be anything. */
const read = (answer: unknown): Executed => {
  if (!isText(answer)) throw new JobError('code_error', 'The code spoiled its own answer')
  if (answer.length > 2 * MAX_OUTPUT) throw new JobError('code_output_too_large', 'The result is too large')
  const first = answer.indexOf('\n')
  const second = answer.indexOf('\n', first + 1)
  const state = answer.slice(0, first)
  const output = answer.slice(second + 1)
  const logs = readLogs(answer.slice(first + 1, second))
  if (state === 'done') return { logs, output }
  if (state === 'too_large')
    throw new JobError('code_output_too_large', `The result is larger than ${MAX_OUTPUT} characters of JSON`)
  if (state === 'pending') throw new JobError('code_timeout', 'The code returned a promise that never settles')
  throw failure(output)
}

const readLogs = (json: string): string[] => {
  if (json === '[]') return []
  try {
    const lines: unknown = JSON.parse(json)
    return Array.isArray(lines)
      ? lines
          .filter(isText)
          .slice(0, MAX_LOG_LINES)
          .map((line) => line.slice(0, MAX_LOG_CHARS))
      : []
  } catch {
    return []
  }
}

const failure = (json: string): JobError => {
  try {
    const { message, stack } = JSON.parse(json) as { message: unknown; stack: unknown }
    const said = String(message).slice(0, 400)
    if (/Array buffer allocation failed/.test(said)) return new JobError('code_memory', 'The code used too much memory')
    const line = /code\.js:(\d+)/.exec(String(stack))?.[1]
    return new JobError('code_error', line === undefined ? said : `${said} (line ${line})`)
  } catch {
    return new JobError('code_error', 'The code failed')
  }
}
