/**
 * A small interpreter of workflows, written from the rules of the engine and sharing no code with it: one pass, no time, no
 * storage. It says what a run must end with, and what every node must have given.
 *
 * A node is decided when all its inbound edges are: live when its source gave through the edge's port, dead otherwise. A decided
 * node with a live edge runs; one without is dead. Nodes behind a map's port `item` run once per item. Where several nodes may end
 * a run, which of them does is a race: then all ends that may come are told.
 */
import { evaluate, settled, type Value, WrongType } from './formulas.ts'
import {
  type Did,
  type Early,
  type End,
  type Failure,
  failure,
  type Given,
  kindOf,
  type ReferenceDocument,
  type ReferenceEdge,
  type ReferenceNode,
  simpleNode,
} from './reference-nodes.ts'

export type { Given } from './reference-nodes.ts'

export interface Told {
  /** What the run may end with: one, unless nodes race. */
  ends: End[]
  /** What each node gave, by `id` or `id:iteration`. Complete when the run succeeds by coming to its end. */
  given: Map<string, Given>
  /** What need not be given: it stands beside something that ended its body early. */
  perhaps: Set<string>
  /** Keys of the effects that are made. */
  effects: Set<string>
  /** A value somewhere depends on who came first: only the status can be compared. */
  raced: boolean
  /** The run comes to its end; no node ends it early. */
  complete: boolean
}

export interface World {
  workflow(id: string): ReferenceDocument
  /** What broke before does not break any more; children break as ever. */
  healed: boolean
  /** What nodes gave in the run that this one goes on from: they do not run again. */
  kept?: ReadonlyMap<string, Given>
}

interface Place {
  iteration: string
  item: Value | undefined
  index: number | undefined
  /** Outputs of the scopes around. */
  around: (id: string) => Value | undefined
}

const failed = (error: Failure): Early => ({ all: false, end: { status: 'failed', output: null, error } })

export function interpret(document: ReferenceDocument, input: Value, world: World): Told {
  return new Interpreter(document, input, world).run()
}

class Interpreter {
  readonly #nodes: Map<string, ReferenceNode>
  readonly #edges: readonly ReferenceEdge[]
  readonly #input: Value
  readonly #world: World
  readonly #told: Told = {
    ends: [],
    given: new Map(),
    perhaps: new Set(),
    effects: new Set(),
    raced: false,
    complete: true,
  }
  #trigger: Value = null

  constructor(document: ReferenceDocument, input: Value, world: World) {
    this.#nodes = new Map(document.nodes.map((node) => [node.id, node]))
    this.#edges = document.edges
    this.#input = input
    this.#world = world
  }

  run(): Told {
    const place: Place = { iteration: '', item: undefined, index: undefined, around: () => undefined }
    const { output, early } = this.#scope([...this.#nodes.keys()], place, null)
    this.#told.complete = early.length === 0
    this.#told.ends = early.length === 0 ? [{ status: 'succeeded', output }] : early.map(({ end }) => end)
    return this.#told
  }

  /** The nodes behind a map's port `item`. */
  #body(map: string): Set<string> {
    const body = new Set<string>()
    const left = this.#edges.filter(({ from }) => from.node === map && from.port === 'item').map(({ to }) => to.node)
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (body.has(id)) continue
      body.add(id)
      for (const { from, to } of this.#edges) if (from.node === id) left.push(to.node)
    }
    return body
  }

  #isMap(id: string): boolean {
    const node = this.#nodes.get(id)
    return node?.type === 'map' && node.disabled !== true
  }

  /** @param map whose body this is; null at the top */
  #scope(ids: readonly string[], place: Place, map: string | null): { output: Value; early: Early[] } {
    const inner = new Set(ids.filter((id) => this.#isMap(id)).flatMap((id) => [...this.#body(id)]))
    const waiting = new Set(ids.filter((id) => !inner.has(id)))
    const members = new Set(waiting)
    const outputs = new Map<string, Given>()
    const dead = new Set<string>()
    const early: Early[] = []
    const inbound = (id: string) => this.#edges.filter(({ to }) => to.node === id)
    const isLive = (edge: ReferenceEdge) =>
      edge.from.node === map ? edge.from.port === 'item' : outputs.get(edge.from.node)?.port === edge.from.port
    const isDecided = ({ from }: ReferenceEdge) => from.node === map || outputs.has(from.node) || dead.has(from.node)
    const over = (edge: ReferenceEdge): Value =>
      edge.from.node === map ? (place.item ?? null) : (outputs.get(edge.from.node)?.output ?? null)
    const lookup = (id: string) => (members.has(id) ? outputs.get(id)?.output : place.around(id))

    for (let moved = true; moved; ) {
      moved = false
      for (const id of waiting) {
        const edges = inbound(id)
        if (!edges.every(isDecided)) continue
        moved = true
        waiting.delete(id)
        const live = edges.filter(isLive)
        if (edges.length > 0 && live.length === 0) {
          dead.add(id)
          continue
        }
        const inputs = live.map((edge) => ({ node: edge.from.node, value: over(edge) }))
        const did = this.#node(this.#nodes.get(id) as ReferenceNode, inputs, { ...place, around: lookup })
        if ('gives' in did) {
          outputs.set(id, did.gives)
          this.#told.given.set(place.iteration === '' ? id : `${id}:${place.iteration}`, did.gives)
        } else if ('early' in did) early.push(...did.early)
        else if ('stops' in did) early.push({ all: true, end: did.stops })
        else early.push(failed(did.fails))
      }
    }
    return { output: this.#terminals(outputs, members), early }
  }

  /** What left through a port that leads nowhere: one value as it is, several under the names of their nodes. */
  #terminals(outputs: ReadonlyMap<string, Given>, members: ReadonlySet<string>): Value {
    const ends = this.#inOrder()
      .filter((id) => outputs.has(id))
      .map((id) => [id, outputs.get(id) as Given] as const)
      .filter(
        ([id, { port }]) =>
          !this.#edges.some(({ from, to }) => from.node === id && from.port === port && members.has(to.node)),
      )
    if (ends.length === 0) return null
    if (ends.length === 1) return ends[0]?.[1].output ?? null
    return Object.fromEntries(ends.map(([id, { output }]) => [id, output]))
  }

  /** Behind what leads to them, else as they are written. */
  #inOrder(): string[] {
    const left = new Map(
      [...this.#nodes.keys()].map((id) => [id, this.#edges.filter(({ to }) => to.node === id).length]),
    )
    const order = [...left].filter(([, count]) => count === 0).map(([id]) => id)
    for (const id of order) {
      for (const { from, to } of this.#edges) {
        if (from.node !== id) continue
        const count = (left.get(to.node) ?? 0) - 1
        left.set(to.node, count)
        if (count === 0) order.push(to.node)
      }
    }
    return order
  }

  #node(node: ReferenceNode, inputs: { node: string; value: Value }[], place: Place): Did {
    const input =
      inputs.length === 0
        ? this.#input
        : inputs.length === 1
          ? (inputs[0]?.value ?? null)
          : Object.fromEntries(inputs.map(({ node: from, value }) => [from, value]))
    const kept = this.#world.kept?.get(place.iteration === '' ? node.id : `${node.id}:${place.iteration}`)
    if (kept) return this.#keep(node, kept)
    if (node.disabled) return { gives: { port: 'out', output: input } }
    const did = this.#does(node, input, inputs, place)
    if ('gives' in did && node.type === 'manual_trigger') this.#trigger = did.gives.output
    if (!('fails' in did)) return did
    const { fails } = did
    if (node.on_error === 'continue') return { gives: { port: 'out', output: null } }
    if (node.on_error === 'error_port') return { gives: { port: 'error', output: { ...fails, node_id: node.id } } }
    return did
  }

  #keep(node: ReferenceNode, given: Given): Did {
    if (node.type === 'manual_trigger') this.#trigger = given.output
    return { gives: given }
  }

  #does(node: ReferenceNode, input: Value, inputs: { node: string; value: Value }[], place: Place): Did {
    let config: { [name: string]: Value }
    const read = (name: string): Value | undefined => {
      if (name === 'input') return input
      if (name === 'trigger') return this.#trigger
      if (name === 'item') return place.index === undefined ? undefined : (place.item ?? null)
      if (name === 'index') return place.index
      return name.startsWith('nodes.') ? place.around(name.slice(6)) : undefined
    }
    try {
      config = settled(node.config, (text) => evaluate(text, read)) as { [name: string]: Value }
    } catch (error) {
      if (!(error instanceof WrongType)) throw error
      return { fails: failure(node.id, 'expression_failed', error.message) }
    }
    if (node.type === 'map') return this.#map(node, config, input, place)
    if (node.type === 'sub_workflow') return this.#child(node, config, input)
    return simpleNode(node, config, input, inputs) ?? this.#acts(node, config.does as string, input, place)
  }

  /** The nodes of the trial itself. */
  #acts(node: ReferenceNode, does: string, input: Value, place: Place): Did {
    const flaky = /^flaky_(\d)$/.exec(does)
    if (!this.#world.healed) {
      if (does === 'break') return { fails: failure(node.id, 'broken', `${node.id} is broken`) }
      if (flaky && Number(flaky[1]) >= (node.retry?.max_attempts ?? 1)) {
        return { fails: failure(node.id, 'flaky', `${node.id} did not work`) }
      }
    }
    this.#told.effects.add(place.iteration === '' ? node.id : `${node.id}:${place.iteration}`)
    return { gives: { port: 'out', output: { by: node.id, got: input } } }
  }

  #map(node: ReferenceNode, config: { [name: string]: Value }, input: Value, place: Place): Did {
    const list = config.items === undefined ? input : config.items
    if (!Array.isArray(list) && list !== null) {
      return { fails: failure(node.id, 'not_a_list', `Expected a list, got ${kindOf(list)}`) }
    }
    const body = [...this.#body(node.id)]
    const results: Value[] = []
    const errors: Value[] = []
    const stops: Early[] = []
    const fails: Failure[] = []
    const before = this.#reached()
    for (const [index, item] of (list ?? []).entries()) {
      const here = this.#reached()
      const iteration = place.iteration === '' ? `${index}` : `${place.iteration}.${index}`
      const { output, early } = this.#scope(body, { iteration, item, index, around: place.around }, node.id)
      stops.push(...early.filter(({ all }) => all))
      const own = early.filter(({ all }) => !all).map(({ end }) => (end as { error: Failure }).error)
      // Several may fail here, or fail and stop: who is first is not told.
      if (own.length > 1 || (own.length > 0 && stops.length > 0)) this.#told.raced = true
      fails.push(...own)
      results.push(early.length > 0 ? null : output)
      if (early.length > 0) this.#uncertain(here)
      const [first] = own
      if (first) errors.push({ index, code: first.code, message: first.message })
    }
    if (fails.length > 0 && config.on_item_error !== 'keep') {
      this.#uncertain(before)
      return this.#mapFailed(node, fails, stops)
    }
    if (stops.length > 0) return { early: stops }
    return { gives: { port: 'out', output: { items: results, errors } } }
  }

  #reached(): { given: number; effects: number } {
    return { given: this.#told.given.size, effects: this.#told.effects.size }
  }

  /** What was told since then may have been cut off by whoever ended the body. */
  #uncertain(since: { given: number; effects: number }): void {
    const { given, effects, perhaps } = this.#told
    for (const key of [...given.keys()].slice(since.given)) perhaps.add(key)
    for (const key of [...effects].slice(since.effects)) perhaps.add(key)
  }

  #mapFailed(node: ReferenceNode, fails: Failure[], stops: Early[]): Did {
    const distinct = new Set(fails.map(({ code, message }) => `${code} ${message}`))
    const goesOn = node.on_error === 'continue' || node.on_error === 'error_port'
    if (stops.length > 0 || (goesOn && distinct.size > 1)) this.#told.raced = true
    if (goesOn) return { fails: { ...(fails[0] as Failure) } }
    return { early: [...stops, ...fails.map(failed)] }
  }

  #child(node: ReferenceNode, config: { [name: string]: Value }, input: Value): Did {
    const { workflow } = this.#world
    const given = config.input === undefined ? input : config.input
    const told = interpret(workflow(config.workflow_id as string), given, { workflow, healed: false })
    if (told.raced || told.ends.length > 1) this.#told.raced = true
    const [end] = told.ends
    if (end?.status === 'succeeded') return { gives: { port: 'out', output: end.output } }
    return { fails: failure(node.id, 'sub_workflow_failed', end?.error.message ?? '') }
  }
}
