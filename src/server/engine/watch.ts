/** Who follows which execution, here and in other processes. */

import type { Json } from '#contract/core/primitives.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import type { Written } from '#nodes/node.ts'
import type { Bus } from './bus.ts'

export type LiveEvent = Extract<ExecutionEvent, { seq: number | null }>
export interface LiveSink {
  running(node_id: string, iteration: string): void
  progress(node_id: string, iteration: string, ...said: Progress): void
  plan(node_id: string, iteration: string, plan: readonly PlanItem[]): void
}

/** How far a step is, and what its model has written. */
export type Progress = [fraction: number, message: string, written?: Written]

type Listener = (event: LiveEvent | null) => void

/** A watcher elsewhere says so again every third of this. */
const REMOTE_MS = 60_000
/** At most one message of a kind and execution per this time. */
const THROTTLE_MS = 50

export class Watch {
  readonly #local = new Map<string, Set<Listener>>()
  readonly #remote = new Map<string, number>()
  readonly #throttled = new Map<string, NodeJS.Timeout>()
  readonly #pending = new Map<string, { publish: (() => void) | null }>()
  /** What a model has written last in each run that works here, for readers who come late. */
  readonly #written = new Map<string, LiveEvent>()
  /** The plan of an agent in each run that works here, for the same readers. */
  readonly #plans = new Map<string, LiveEvent>()
  #bus: Bus | null = null

  connect(bus: Bus): void {
    this.#bus = bus
  }

  /** Calls back with a live event, or with null when rows or the status changed. @returns how to stop */
  follow(id: string, listener: Listener): () => void {
    const listeners = this.#local.get(id) ?? new Set()
    this.#local.set(id, listeners.add(listener))
    const tell = () => this.#bus?.publish({ type: 'watch', id })
    tell()
    for (const event of this.#kept(id)) listener(event)
    const again = setInterval(tell, REMOTE_MS / 3)
    return () => {
      clearInterval(again)
      listeners.delete(listener)
      if (listeners.size === 0) this.#local.delete(id)
    }
  }

  #kept(id: string): LiveEvent[] {
    return [this.#plans.get(id), this.#written.get(id)].filter((event) => event !== undefined)
  }

  followedElsewhere(id: string): void {
    const kept = this.#isRemote(id) ? [] : this.#kept(id)
    for (const event of kept) this.#bus?.publish({ type: 'live', id, event: event as unknown as Json })
    this.#remote.set(id, Date.now() + REMOTE_MS)
    if (this.#remote.size < 1000) return
    for (const [key, until] of this.#remote) if (until < Date.now()) this.#remote.delete(key)
  }

  #isRemote(id: string): boolean {
    return this.#remote.size > 0 && (this.#remote.get(id) ?? 0) > Date.now()
  }

  /** Rows were committed or the status changed. Costs two lookups when nobody watches. */
  changed(id: string): void {
    const listeners = this.#local.get(id)
    if (listeners) for (const listener of listeners) listener(null)
    if (this.#isRemote(id)) this.#send(`rows:${id}`, () => this.#bus?.publish({ type: 'rows', id }))
  }

  #send(key: string, publish: () => void): void {
    if (this.#throttled.has(key)) return
    this.#throttled.set(
      key,
      setTimeout(() => {
        this.#throttled.delete(key)
        publish()
      }, THROTTLE_MS),
    )
  }

  /** The first at once, then the newest of each time: a text that is being written appears with its first word. */
  #newest(key: string, publish: () => void): void {
    const later = this.#pending.get(key)
    if (later) {
      later.publish = publish
      return
    }
    publish()
    const entry: { publish: (() => void) | null } = { publish: null }
    this.#pending.set(key, entry)
    const again = () => {
      const { publish: newest } = entry
      if (!newest) return this.#pending.delete(key)
      entry.publish = null
      newest()
      return setTimeout(again, THROTTLE_MS)
    }
    setTimeout(again, THROTTLE_MS)
  }

  /** What another process said. */
  received(id: string, event: LiveEvent | null): void {
    for (const listener of this.#local.get(id) ?? []) listener(event)
  }

  /** Keeps what a model writes, watched or not. */
  keepWritten(id: string, node_id: string, iteration: string, ...said: Progress): void {
    const [fraction, message, written] = said
    if (written) this.#written.set(id, { type: 'progress', seq: null, node_id, iteration, fraction, message, written })
  }

  /** Keeps what an agent plans, watched or not. */
  keepPlan(id: string, node_id: string, iteration: string, plan: readonly PlanItem[]): void {
    this.#plans.set(id, { type: 'plan', seq: null, node_id, iteration, items: [...plan] })
  }

  /** The run works here no more. */
  forget(id: string): void {
    this.#plans.delete(id)
    this.#written.delete(id)
  }

  /** Where a run reports what is live only; null while nobody watches. */
  sink(id: string): LiveSink | null {
    if (!this.#local.has(id) && !this.#isRemote(id)) return null
    const emit = (event: LiveEvent) => {
      this.received(id, event)
      if (this.#isRemote(id)) this.#bus?.publish({ type: 'live', id, event: event as unknown as Json })
    }
    return {
      running: (node_id, iteration) =>
        emit({
          type: 'node',
          seq: null,
          node_id,
          iteration,
          status: 'running',
          attempts: 1,
          port: null,
          output: null,
          stored: false,
          origin: null,
          usage: [],
          error: null,
          started_at: new Date().toISOString(),
          finished_at: null,
        }),
      progress: (node_id, iteration, fraction, message, written) => {
        const key = `progress:${id}:${node_id}:${iteration}`
        const event = { type: 'progress' as const, seq: null, node_id, iteration, fraction, message }
        this.#newest(key, () => emit(written ? { ...event, written } : event))
      },
      plan: (node_id, iteration, plan) =>
        this.#newest(`plan:${id}:${node_id}:${iteration}`, () =>
          emit({ type: 'plan', seq: null, node_id, iteration, items: [...plan] }),
        ),
    }
  }
}
