/** What is known of the data of every node. `services/draft/known-data.ts` keeps it true. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Store } from '#web/lib/store.ts'

export interface Known {
  value: Json
  /** `declared`: no run yet; names and types are right, the values are made up. */
  source: 'pin' | 'run' | 'declared'
  /** Nobody ever gave this value: it only shows the shape. */
  made_up: boolean
  /** Where it comes from, in words. */
  said: string
}

export type KnownOutputs = Readonly<Record<string, Known>>

/** The values that an expression of a node sees. */
export interface Bindings {
  input: Json
  nodes: JsonObject
  trigger?: Json
  vars?: JsonObject
  item?: Json
  index?: number
}

export interface KnownData {
  /** By node id; changes with runs, pins, the item that is looked at and the document. */
  readonly outputs: Store<KnownOutputs>
  /** What a node gave last; null when nothing at all is known of it. */
  knownData(id: string): Known | null
  /** The arguments of `ask('evaluate')` other than the text, for a field of this node. */
  bindings(id: string): Bindings
}
