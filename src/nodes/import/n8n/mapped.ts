/** What an n8n node becomes here. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { StepReader } from './step-reader.ts'

export type ActionEffect = 'read' | 'write' | 'destructive'

export interface Mapped {
  type: string
  config: JsonObject
  how: 'mapped' | 'bridged' | 'placeholder'
  /** Our way out for each of its outputs; `out` for the first when absent. */
  ports?: readonly string[]
  /** `list` works on all items at once, `item` on one after the other, as n8n does with most nodes. */
  takes?: 'item' | 'list'
  /** `same`: passes on what came. Absent: one value. */
  gives?: 'one' | 'many' | 'same'
  /** Where a credential is chosen, when it needs one. */
  slot?: OpenSlot
  /** Further places of the same kind, such as the credentials of an agent's tools. */
  slots?: readonly OpenSlot[]
  /** Nodes right before it, such as the one that looks up what it changes. What came in is read as `KEPT_INPUT` where the first keeps it. */
  before?: readonly Before[]
  /** Nodes before all others that work out what its settings read as `COMPUTED`. */
  computed?: readonly Before[]
  /** Nodes right behind it, before `follow`: they read what it gave as `ANSWERER`. Needs `follow`. */
  after?: readonly Before[]
  /** A second node right behind it that brings its output into the form n8n has. */
  follow?: { type: string; title: string; config: JsonObject }
  /** n8n's loop over batches: its way into the body and the one behind it. */
  loop?: { body: number; done: number }
  /** What an action of an app does. */
  effect?: ActionEffect
  /** A trigger that starts the workflow. */
  trigger?: true
  /** The parts that went into its settings, by their name in the file; any other part is lost. */
  folded?: readonly Folded[]
}

export interface Before {
  type: string
  title: string
  config: JsonObject
  slot?: OpenSlot
  slots?: readonly OpenSlot[]
}

/** Stands for the id of the first node before a step, which keeps what came in. */
export const KEEPER = 'kept_input_of_the_step'

/** Stands for the id of the node of a step that does it. */
export const ANSWERER = 'answer_of_the_step'

/** Our node that keeps what came in, for steps that need it behind a call of their own. */
export const KEEP_INPUT: Before = {
  type: 'set_fields',
  title: 'What came in',
  config: { fields: [{ name: 'item', value: '{{ $input }}' }] },
}

export interface OpenSlot {
  field: string
  type: string
  name: string
}

export interface Folded {
  name: string
  how: 'mapped' | 'bridged'
}

/** Null: this kind of it has no counterpart here. */
export type Mapper = (reader: StepReader) => Mapped | null

export const mapped = (type: string, config: JsonObject, rest: Partial<Mapped> = {}): Mapped => ({
  type,
  config,
  how: 'mapped',
  ...rest,
})

/** All items as a list, whether one or many came. */
export const ALL_ITEMS = '{{ [$input] }}'

/** What n8n gives behind a loop: the items that came out of it. */
export const RESULTS = mapped(
  'set_fields',
  { json: '{{ [$input.items[$ != null]] }}' },
  { takes: 'list', gives: 'many' },
)
