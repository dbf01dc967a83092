/** Random workflows: nested bodies, branches that meet again, waits, people, children, and nodes that fail now and then or always. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { node, workflow } from '#test/support/engine.ts'
import type { Value } from './formulas.ts'

export interface Random {
  /** From 0 to `below` - 1. */
  whole(below: number): number
  pick<T>(list: readonly T[]): T
  chance(part: number): boolean
}

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { whole, pick: (list) => list[whole(list.length)] as never, chance: (part) => next() < part }
}

interface Outlet {
  node: string
  port: string
}
interface Around {
  outlets: Outlet[]
  depth: number
}

const DEEPEST = 3
const FIELDS = ['n', 'list', 'text', 'deep'] as const
/** As often as it stands here. */
const KINDS = [
  ...['set_fields', 'set_fields', 'set_fields', 'set_fields', 'set_fields', 'set_fields', 'if', 'if', 'if'],
  ...['switch', 'switch', 'merge', 'merge', 'merge', 'map', 'map', 'map', 'wait', 'approval', 'sub_workflow', 'stop'],
  ...['pure', 'pure', 'pure', 'pure', 'effect', 'effect', 'effect', 'effect', 'effect'],
]

export interface ProgramOptions {
  random: Random
  /** Given to the nodes of the trial: what they find their program by. */
  seed: number
  nodes: number
  /** Workflows that may be called. */
  children: readonly string[]
}

export function randomInput({ whole, pick, chance }: Random): Value {
  const small = (): Value => pick<Value>([whole(6), { n: whole(6) }, { n: whole(6), list: [whole(3)] }, 'text', null])
  const list = () => Array.from({ length: whole(5) }, small)
  const full = { n: whole(6), list: list(), text: pick(['', 'a', 'long text']), deep: { n: whole(6), list: list() } }
  return chance(0.85) ? full : pick<Value>([null, whole(6), list(), [full, full], 'text', { n: 'four' }])
}

class Builder {
  readonly #o: ProgramOptions
  readonly #nodes: WorkflowNode[] = [node('start', 'manual_trigger')]
  readonly #edges: Edge[] = []
  readonly #before = new Map<string, Set<string>>([['start', new Set()]])
  #left: number

  constructor(options: ProgramOptions) {
    this.#o = options
    this.#left = options.nodes
  }

  build(): WorkflowDocument {
    this.#grow({ outlets: [{ node: 'start', port: 'out' }], depth: 0 }, this.#left)
    return workflow(this.#nodes, this.#edges)
  }

  #grow(around: Around, most: number): void {
    for (let made = 0; made < most && this.#left > 0; made++) this.#add(around)
  }

  #kind(depth: number): string {
    const { random, children } = this.#o
    for (;;) {
      const kind = random.pick(KINDS)
      if (kind === 'map' && depth >= DEEPEST) continue
      if (kind === 'sub_workflow' && children.length === 0) continue
      return kind
    }
  }

  #add(around: Around): void {
    const { random } = this.#o
    const { whole, pick, chance } = random
    const kind = this.#kind(around.depth)
    const id = `${kind.slice(0, 3)}${this.#nodes.length}`
    this.#left--
    const wanted = kind === 'merge' ? 2 + whole(2) : chance(0.85) ? 1 : 2
    const from = new Map<string, Outlet>()
    for (let turn = 0; turn < wanted; turn++) {
      // The latest more often than the first: long ways, not brooms.
      const recent = around.outlets.slice(-4)
      const outlet = chance(0.7) ? pick(recent) : pick(around.outlets)
      from.set(`${outlet.node}:${outlet.port}`, outlet)
    }
    const before = new Set<string>()
    for (const [key, outlet] of from) {
      this.#edges.push({ id: `${key}>${id}`, from: outlet, to: { node: id, port: 'in' } })
      before.add(outlet.node)
      for (const earlier of this.#before.get(outlet.node) ?? []) before.add(earlier)
    }
    this.#before.set(id, before)
    const settings = this.#settings(kind, [...before], around.depth > 0)
    const on_error = pick(['stop', 'continue', 'error_port', 'error_port'] as const)
    const made = node(id, kind, settings, {
      ...(chance(0.6) ? { on_error } : {}),
      ...(chance(0.4) ? { retry: { max_attempts: 1 + whole(3), delay_ms: whole(3), backoff: 1 } } : {}),
      ...(chance(0.05) ? { disabled: true } : {}),
    })
    this.#nodes.push(made)
    if (kind === 'map') {
      this.#grow({ outlets: [{ node: id, port: 'item' }], depth: around.depth + 1 }, 1 + whole(4))
    }
    for (const port of portsOf(made)) around.outlets.push({ node: id, port })
  }

  #formula(before: readonly string[], inBody: boolean): string {
    const { whole, pick, chance } = this.#o.random
    const bases = ['$input', '$input', '$input', '$trigger', ...before.slice(-4).map((id) => `$nodes.${id}`)]
    if (inBody) bases.push('$item', '$item', '$index')
    const base = pick(bases)
    const path = base === '$index' || chance(0.25) ? base : `${base}.${pick(FIELDS)}`
    const turn = whole(10)
    if (turn < 6) return path
    if (turn < 8) return `${path} + ${whole(4)}`
    return `${path} ${pick(['>', '='])} ${whole(5)}`
  }

  #text(before: readonly string[], inBody: boolean): string {
    const inner = `{{ ${this.#formula(before, inBody)} }}`
    return this.#o.random.chance(0.85) ? inner : `about ${inner}.`
  }

  #settings(kind: string, before: readonly string[], inBody: boolean): JsonObject {
    const { whole, pick, chance } = this.#o.random
    const text = () => this.#text(before, inBody)
    switch (kind) {
      case 'set_fields': {
        const fields = FIELDS.filter(() => chance(0.5)).map((name) => ({
          name,
          value: chance(0.8) ? text() : pick([whole(9), [1, { n: 2 }], null, 'plain']),
        }))
        return { fields, keep_input: chance(0.4) }
      }
      case 'if':
        return { condition: text() }
      case 'switch':
        return {
          rules: ['a', 'b'].slice(whole(2)).map((port) => ({ port, condition: chance(0.8) ? text() : chance(0.5) })),
        }
      case 'merge':
        return { mode: pick(['by_node', 'append', 'combine', 'first']) }
      case 'map':
        return {
          ...(chance(0.25)
            ? {}
            : { items: pick<string | JsonObject[]>(['{{ $input.list }}', text(), [{ n: 1 }, { n: 5 }]]) }),
          concurrency: 1 + whole(4),
          on_item_error: pick(['stop', 'keep']),
        }
      case 'wait':
        return chance(0.6) ? { seconds: whole(3) / 100 } : { until: '2020-01-01T00:00:00Z' }
      case 'approval':
        return { title: pick(['yes', 'no']) }
      case 'sub_workflow':
        return { workflow_id: pick(this.#o.children), ...(chance(0.4) ? { input: text() } : {}) }
      case 'stop':
        return { status: pick(['succeeded', 'failed']), ...(chance(0.5) ? { output: text() } : {}) }
      default:
        return { does: pick(['give', 'give', 'late', 'late', 'break', 'flaky_1', 'flaky_2']), with: this.#o.seed }
    }
  }
}

function portsOf({ type, config, on_error }: WorkflowNode): string[] {
  const error = on_error === 'error_port' ? ['error'] : []
  if (type === 'if') return ['true', 'false', ...error]
  if (type === 'switch') return [...(config.rules as { port: string }[]).map(({ port }) => port), 'default', ...error]
  if (type === 'approval') return ['approved', 'rejected', ...error]
  if (type === 'stop') return ['out']
  return ['out', 'out', ...error]
}

export const randomProgram = (options: ProgramOptions): WorkflowDocument => new Builder(options).build()
