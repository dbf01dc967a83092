/** A loop node on its way: its body turn by turn, each with what the one before gave, while its condition holds. */

import type { Json } from '#contract/core/primitives.ts'
import type { RunError } from '#contract/runs/executions.ts'
import { NodeError, type NodeResult } from '#nodes/node.ts'
import type { ScopeEnd } from './scope-run.ts'

export interface LoopWork extends Omit<Extract<NodeResult, { type: 'loop' }>, 'type'> {
  /** Runs the body for one turn and says how it ended, at once or later. */
  body(state: Json, turn: number, onEnd: (end: ScopeEnd) => void): void
  /** Called once. */
  done(result: { ok: true; output: Json } | { ok: false; error: RunError }): void
  /** What the condition throws is the node's, as long as anybody still wants to know. */
  failed(error: unknown): void
  /** Whether others go first: then `next` is called in a later turn of the event loop. */
  yield(next: () => void): boolean
  /** Continues when a promise resolves. */
  later(work: Promise<void>): void
}

export class LoopRun {
  readonly #work: LoopWork
  #state: Json
  #turn = 0
  #looping = false
  #waiting = false

  constructor(work: LoopWork) {
    this.#work = work
    this.#state = work.start
  }

  advance(): void {
    // A body that ends immediately returns here while the loop below is still running: the loop continues anyway.
    if (this.#looping) return
    this.#looping = true
    try {
      while (!this.#waiting) {
        if (this.#work.yield(() => this.#go())) {
          this.#waiting = true
          break
        }
        const again = this.#work.again(this.#state, this.#turn)
        if (again instanceof Promise) {
          this.#waiting = true
          this.#work.later(this.#asked(again))
        } else this.#decided(again)
      }
    } catch (error) {
      this.#waiting = true
      this.#work.failed(error)
    } finally {
      this.#looping = false
    }
  }

  async #asked(again: Promise<boolean>): Promise<void> {
    try {
      const held = await again
      this.#waiting = false
      this.#decided(held)
      this.advance()
    } catch (error) {
      this.#work.failed(error)
    }
  }

  #go(): void {
    this.#waiting = false
    this.advance()
  }

  #decided(again: boolean): void {
    const { most, fail, done, body } = this.#work
    if (!again || this.#turn >= most) {
      this.#waiting = true
      if (again && fail)
        throw new NodeError('loop_too_long', `The condition still holds after ${most} turns`, { field: 'most' })
      done({ ok: true, output: { value: this.#state, turns: this.#turn, complete: !again } })
      return
    }
    this.#waiting = true
    body(this.#state, this.#turn, (end) => {
      if (!end.ok) {
        done({ ok: false, error: end.error })
        return
      }
      this.#state = end.output
      this.#turn++
      this.#go()
    })
  }
}
