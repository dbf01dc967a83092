/** A context of an isolate, as the host works it: what is called here runs `REALM`. */
import ivm from 'isolated-vm'
import { JobError } from '#server/runners/serve.ts'

export class Realm {
  readonly #context: ivm.Context
  /** Left to the garbage collector of the host, a reference would keep its whole context alive until then. */
  readonly #work: ivm.Reference
  #isGuarded = false
  #executions = 0

  constructor(context: ivm.Context, script: ivm.Script) {
    this.#context = context
    this.#work = script.runSync(context, { reference: true }) as ivm.Reference
  }

  /** It noted how it looked before the person's code, so that `startAgain` can tell what was left behind. */
  get isGuarded(): boolean {
    return this.#isGuarded
  }

  /** How many it has begun. */
  get executions(): number {
    return this.#executions
  }

  /** Runs a library of ours, before a person's code was here. */
  provide(library: ivm.Script): void {
    library.runSync(this.#context)
  }

  /** Notes how it looks. @returns whether the source is the body of one function, so that executions can follow one another here */
  guard(source: string): boolean {
    this.#isGuarded = this.#call(['guard', source]) === true
    return this.#isGuarded
  }

  /**
   * Calls the function that the script makes.
   * @param left tells the time left, in ms
   * @throws JobError `code_error` when the script makes none
   */
  load(script: ivm.Script, bindings: string, left: () => number): void {
    this.#executions++
    const make: unknown = script.runSync(this.#context, { timeout: left(), reference: true })
    const isFunction = isReference(make) && make.typeof === 'function'
    try {
      if (!isFunction) throw new JobError('code_error', 'The code does not end as a function body')
      this.#call(['start', bindings, make.derefInto()], left())
    } finally {
      if (isReference(make)) make.release()
    }
  }

  /**
   * Calls the function of the loaded script once more, if the execution before left nothing behind.
   * @param isThorough whether code may have done more than assign (`guard.ts`)
   * @returns whether it was called
   */
  startAgain(bindings: string, isThorough: boolean, timeout: number): boolean {
    this.#executions++
    return this.#call(['again', bindings, isThorough], timeout) === true
  }

  /** What the guest says the execution ended in; it may be anything. */
  finish(timeout: number): unknown {
    return this.#call(['finish'], timeout)
  }

  release(): void {
    this.#work.release()
    this.#context.release()
  }

  #call(args: unknown[], timeout?: number): unknown {
    return this.#work.applySync(undefined, args as never, timeout === undefined ? {} : { timeout })
  }
}

const isReference = (value: unknown): value is ivm.Reference => value instanceof ivm.Reference
