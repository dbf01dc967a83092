/** Which windows are open over the canvas, and what they are about. */
import type { Proposal } from '#contract/workflows/workflow-proposals.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { PickerPlace } from './view.ts'

/** One side of a comparison: the draft as it is now, or a version by its number. */
export type Side = 'draft' | number

export interface Comparison {
  /** Null: the version that is live, else the newest. */
  before: Side | null
  after: Side
}

/** A change asked for in words. */
export interface ProposalRequest {
  sentence: string
  /** Null until it has been answered. */
  proposal: Proposal | null
}

/** What a new comment is pinned to; `null` is the workflow as a whole. */
export type CommentPin = { node: string } | { point: { x: number; y: number } } | null

export interface Windows {
  /** Working together: the people it is shared with, the conflicts, and the id of the person whom the flow view follows. */
  presence: { sharing: Store<boolean>; conflicts: Store<boolean>; following: Store<string | null> }
  /** The change asked for in words; null while its window is closed. */
  proposal: Store<ProposalRequest | null>
  snippets: {
    /** The selection is being kept. */
    keeping: Store<boolean>
    library: Store<boolean>
    /** A snippet by its id, and where it goes. */
    inserting: Store<{ id: string; place: PickerPlace } | null>
    /** Id of the group whose snippet is looked at. */
    origin: Store<string | null>
  }
  versions: {
    publish: Store<boolean>
    /** A checkpoint is being named. */
    checkpoint: Store<boolean>
    compare: Store<Comparison | null>
  }
  comments: {
    pin: Store<CommentPin>
    /** Id of the first comment of the thread that is looked at. */
    thread: Store<string | null>
    /** Whether comments are loaded at all: a read-only workflow may belong to another user. */
    talking: Store<boolean>
    /** Counts up when the field of a new comment is to have the focus. */
    wanted: Store<number>
  }
  /** The dotted path of the setting that gets the cursor next; '' for the first one, null once it has it. */
  wantedField: Store<string | null>
}

export const createWindows = (): Windows => ({
  presence: {
    sharing: createStore(false),
    conflicts: createStore(false),
    following: createStore<string | null>(null),
  },
  proposal: createStore<ProposalRequest | null>(null),
  snippets: {
    keeping: createStore(false),
    library: createStore(false),
    inserting: createStore<{ id: string; place: PickerPlace } | null>(null),
    origin: createStore<string | null>(null),
  },
  versions: {
    publish: createStore(false),
    checkpoint: createStore(false),
    compare: createStore<Comparison | null>(null),
  },
  comments: {
    pin: createStore<CommentPin>(null),
    thread: createStore<string | null>(null),
    talking: createStore(false),
    wanted: createStore(0),
  },
  wantedField: createStore<string | null>(null),
})
