/** Plays random programs on an engine, disturbs some of them, and says where it and the reference differ. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { validate } from '#graph/validate.ts'
import type { ExecutionState, StartRequest } from '#server/engine/request.ts'
import { livePort } from '#server/engine/scope-run.ts'
import { readRows } from '#server/engine/store.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { behaving, createTestEngine, storeWorkflow, type TestEngine } from '#test/support/engine.ts'
import { behavioursOf } from './behaviours.ts'
import type { Value } from './formulas.ts'
import { type Random, randomInput, randomOf, randomProgram } from './generate.ts'
import { type Given, interpret, type Told, type World } from './reference.ts'

/** What is done to a run besides letting it run. */
export const DISTURBANCES = ['none', 'later', 'crash', 'pause', 'cancel', 'retry', 'rerun', 'fork', 'edit'] as const
export type Disturbance = (typeof DISTURBANCES)[number]

export interface Played {
  seed: number
  document: WorkflowDocument
  input: Json
  disturbance: Disturbance
  status: string
  nodes: number
  /** Ends depend on who was first; only that it ends was looked at. */
  raced: boolean
  /** Null: as the reference says. */
  difference: string | null
}

/** `effects` null: they are not looked at. */
type Expected = Omit<Told, 'effects'> & { effects: Told['effects'] | null }

const LONGEST_MS = 30_000
const UNPLAYED = { status: '', nodes: 0, raced: false, difference: null }

export class Stage implements AsyncDisposable {
  readonly #database: Pick<TestDatabase, 'pool' | 'url'>
  readonly #test: TestEngine
  readonly #healed: Set<number>
  readonly #effects: Map<string, Set<string>>
  readonly #children: string[] = []
  readonly #documents = new Map<string, WorkflowDocument>()
  #open = true
  #answering: Promise<void>

  private constructor(
    database: Pick<TestDatabase, 'pool' | 'url'>,
    test: TestEngine,
    healed: Set<number>,
    effects: Map<string, Set<string>>,
  ) {
    this.#database = database
    this.#test = test
    this.#healed = healed
    this.#effects = effects
    this.#answering = this.#answer()
  }

  static async open(database: Pick<TestDatabase, 'pool' | 'url'>): Promise<Stage> {
    const healed = new Set<number>()
    const effects = new Map<string, Set<string>>()
    const test = await createTestEngine(database, { behaviours: behavioursOf(healed, effects) })
    const stage = new Stage(database, test, healed, effects)
    // Children are as random as everybody, and may call those before them.
    for (let index = 0; index < 6; index++) {
      const random = randomOf(7_000 + index)
      for (;;) {
        const children = stage.#children.slice(-2)
        const document = randomProgram({ random, seed: -1, nodes: 1 + random.whole(4), children })
        if (!isRunnable(document) || stage.#interpret(document, null).raced) continue
        const { workflow_id } = await storeWorkflow(database.pool, test.owner, document)
        stage.#children.push(workflow_id)
        stage.#documents.set(workflow_id, document)
        break
      }
    }
    return stage
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#open = false
    await this.#answering
    await this.#test.engine.stop()
  }

  /** The person: answers every question as it asks to be. */
  async #answer(): Promise<void> {
    while (this.#open) {
      const found = await this.#database.pool.query<{ id: string; title: string }>(
        `select w.id, w.wait ->> 'title' as title from execution_waits w join executions e on e.id = w.execution_id
         where w.resolved_at is null and w.wait ->> 'type' = 'approval' and e.finished_at is null`,
      )
      for (const { id, title } of found.rows) {
        const resolution = { type: 'approval' as const, approved: title === 'yes', comment: title, by: null }
        await this.#test.engine.resolveWait(id, resolution, null)
      }
      await sleep(10)
    }
  }

  #interpret(document: WorkflowDocument, input: Value, more: Partial<World> = {}): Told {
    const workflow = (id: string) => this.#documents.get(id) as never
    return interpret(document as never, input, { workflow, healed: false, ...more })
  }

  /** A program that can run, from a seed. */
  program(seed: number): { document: WorkflowDocument; input: Json; random: Random } {
    const random = randomOf(seed)
    for (;;) {
      const document = randomProgram({ random, seed, nodes: 2 + random.whole(14), children: this.#children })
      if (isRunnable(document)) return { document, input: randomInput(random) as Json, random }
    }
  }

  /** @param only this is done to it, whatever the seed says */
  async play(seed: number, only: Disturbance | null = null): Promise<Played> {
    const { document, input, random } = this.program(seed)
    const drawn = random.chance(0.4) ? 'none' : random.pick(DISTURBANCES)
    const disturbance = only ?? drawn
    const played: Played = { ...{ seed, document, input, disturbance }, ...UNPLAYED, nodes: document.nodes.length }
    try {
      await this.#run(played, random)
    } catch (error) {
      played.difference = `threw ${error instanceof Error ? error.stack : String(error)}`
    }
    if (this.#test.problems.length > 0) {
      played.difference ??= `reported ${JSON.stringify(this.#test.problems.splice(0), errorsToo)}`
    }
    return played
  }

  /** Plays a document as it is, undisturbed: for making a program that differs smaller. */
  async playDocument(document: WorkflowDocument, input: Json): Promise<string | null> {
    const request = (await this.#test.publish(document))(input)
    return this.#differs(await this.#end(request), this.#interpret(document, input))
  }

  async #run(played: Played, random: Random): Promise<void> {
    const { document, input, disturbance, seed } = played
    const { engine } = this.#test
    const request = await this.#test.publish(document)
    const told = this.#interpret(document, input as Value)
    played.raced = told.raced
    const first = await this.#first(request(input), disturbance, random)
    played.status = first.status
    if (first.status !== 'cancelled') {
      played.difference = await this.#differs(first, told)
      if (played.difference !== null) return
    } else if (disturbance !== 'cancel') {
      played.difference = 'was cancelled by nobody'
      return
    }
    const again = async (action: () => Promise<{ execution_id: string }>, expected: Told) => {
      const { execution_id } = await action()
      const state = await engine.result(execution_id, LONGEST_MS)
      played.status += ` ${state.status}`
      // What is kept from the run before is not made again.
      const differs = await this.#differs(state, disturbance === 'rerun' ? expected : { ...expected, effects: null })
      if (differs !== null) played.difference = `${disturbance}: ${differs}`
    }
    const id = first.execution_id
    if (disturbance === 'rerun') await again(() => engine.control(id, { action: 'rerun' }), told)
    else if (disturbance === 'fork') {
      const from_node = random.pick(document.nodes).id
      await again(() => engine.control(id, { action: 'fork', from_node }), told)
    } else if (disturbance === 'edit') await this.#edit(played, id, again, random)
    else if (first.status === 'cancelled' || (first.status === 'failed' && disturbance === 'retry')) {
      const healed = first.status === 'failed'
      if (healed) this.#healed.add(seed)
      const kept = await this.#rows(id)
      const expected = this.#interpret(document, input as Value, { healed, kept })
      const given = new Map([...kept, ...expected.given])
      await again(() => engine.control(id, { action: 'retry' }), { ...expected, given })
    } else if (disturbance === 'crash') {
      const rows = await readRows(this.#database.pool, id)
      const seedRows = rows.slice(0, random.whole(rows.length + 1))
      if (seedRows.some((row) => row.status === 'failed' && row.port === undefined)) return
      await again(() => engine.start(request(input, { seed: seedRows })), told)
    }
  }

  /** A fork behind the trigger with another beginning is a run with another input. */
  async #edit(
    played: Played,
    id: string,
    again: (action: () => Promise<{ execution_id: string }>, expected: Told) => Promise<void>,
    random: Random,
  ): Promise<void> {
    const { document } = played
    const behind = new Set(document.edges.filter(({ from }) => from.node === 'start').map(({ to }) => to.node))
    const [from_node] = behind
    if (behind.size !== 1 || from_node === undefined) return
    const other = randomInput(random)
    const command = { action: 'fork' as const, from_node, edited: { start: other as Json } }
    await again(() => this.#test.engine.control(id, command), this.#interpret(document, other))
  }

  async #first(request: StartRequest, disturbance: Disturbance, random: Random): Promise<ExecutionState> {
    const { engine } = this.#test
    const mode = disturbance === 'later' ? 'later' : 'now'
    if (disturbance !== 'pause' && disturbance !== 'cancel') return this.#end({ ...request, mode })
    const { execution_id } = await engine.start(request)
    await sleep(random.whole(40))
    const legal = (attempt: Promise<unknown>) =>
      attempt.then(
        () => true,
        (error) => {
          if (error instanceof EngineRefusal && error.code === 'illegal_transition') return false
          throw error
        },
      )
    if (disturbance === 'cancel') await legal(engine.control(execution_id, { action: 'cancel' }))
    else if (await legal(engine.control(execution_id, { action: 'pause' }))) {
      await sleep(random.whole(20))
      await engine.control(execution_id, { action: 'resume' })
    }
    return engine.result(execution_id, LONGEST_MS)
  }

  /** A run that waits is answered at once: its end is asked for. */
  async #end(request: StartRequest): Promise<ExecutionState> {
    const state = await this.#test.engine.run(request, LONGEST_MS)
    return isFinal(state.status) ? state : this.#test.engine.result(state.execution_id, LONGEST_MS)
  }

  async #rows(id: string): Promise<Map<string, Given>> {
    const given = new Map<string, Given>()
    for (const row of await readRows(this.#database.pool, id)) {
      const port = livePort(row)
      const key = row.iteration ? `${row.node_id}:${row.iteration}` : row.node_id
      if (port !== undefined) given.set(key, { port, output: (row.output ?? null) as Value })
    }
    return given
  }

  async #differs(state: ExecutionState, told: Expected): Promise<string | null> {
    const { status, output, error } = state
    if (status !== 'succeeded' && status !== 'failed') return `did not end: ${status}`
    if (told.raced) return null
    const ends = told.ends.map((end) => ({
      status: end.status,
      output: end.output,
      error: end.status === 'failed' ? end.error : null,
    }))
    const { code, message, node_id } = error ?? {}
    const came = { status, output, error: error && { code, message, node_id } }
    if (!ends.some((end) => isDeepStrictEqual(end, came))) {
      return `ended as ${JSON.stringify(came)}, expected ${JSON.stringify(ends.slice(0, 3))}`
    }
    const rows = await this.#rows(state.execution_id)
    for (const [key, row] of rows) {
      const given = told.given.get(key)
      if (!isDeepStrictEqual(given, row)) return `${key} gave ${JSON.stringify(row)}, expected ${JSON.stringify(given)}`
    }
    const needed = (key: string) => told.complete && !told.perhaps.has(key)
    for (const key of told.given.keys()) if (needed(key) && !rows.has(key)) return `${key} has no row`
    const { effects } = told
    const made = this.#effects.get(state.execution_id) ?? new Set()
    for (const key of made) if (effects && !effects.has(key)) return `the effect ${key} was made, expected none`
    for (const key of effects ?? []) if (needed(key) && !made.has(key)) return `the effect ${key} was not made`
    return null
  }
}

const errorsToo = (_key: string, value: unknown) =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value

const types = { get: behaving({}) }
export const isRunnable = (document: WorkflowDocument): boolean => validate(document, types).length === 0

/** Plays so many programs, several at a time; each of them so many `times`. */
export async function playPrograms(
  stage: Stage,
  options: {
    from: number
    programs: number
    together: number
    times?: number
    only?: Disturbance | null
    each?: (played: Played) => void
  },
): Promise<Played[]> {
  const all: Played[] = []
  const { from, programs, times = 1, only = null } = options
  let next = 0
  const one = async () => {
    while (next < programs * times) {
      all.push(await stage.play(from + (next++ % programs), only))
      options.each?.(all.at(-1) as Played)
    }
  }
  await Promise.all(Array.from({ length: options.together }, one))
  return all
}
