/**
 * The workflow that is open: its document, what is selected and how far it is saved. Every change is an operation, applied here at
 * once and sent by `draft-sync.ts`; nothing writes the document in another way.
 */
import type { DocumentProblem } from '#contract/workflows.ts'
import { apply, OperationError } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { ask } from './brain.ts'
import type { Face } from './brain-answers.ts'
import { keepSame } from './same-looks.ts'

/** Ids of what is selected. Never part of the document or of undo. */
export interface Selection {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
  notes: ReadonlySet<string>
}

export const NOTHING: Selection = { nodes: new Set(), edges: new Set(), notes: new Set() }

export type SaveState =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' }
  /** The server is away, or the edit was refused for now: edits are kept here and sent again. */
  | { state: 'waiting'; reason: string }
  /** Nothing can be changed here. */
  | { state: 'read_only'; reason: string }

/** What the worker said of the document last. */
export interface Looks {
  problems: readonly DocumentProblem[]
  faces: Readonly<Record<string, Face>>
}

/** One step of undo. */
export interface Change {
  /** In the past tense, for "Undo: …": `Moved 2 nodes`. */
  label: string
  operation: Operation
  inverse: Operation
  /** Changes with the same burst follow each other as one step: keystrokes in one field. */
  burst: string | null
  at: number
}

export interface Perform {
  label: string
  burst?: string
}

export interface Draft {
  readonly id: string
  readonly document: Store<WorkflowDocument>
  readonly selection: Store<Selection>
  readonly save: Store<SaveState>
  readonly looks: Store<Looks>
  readonly history: Store<{ undo: readonly Change[]; redo: readonly Change[] }>
  /** Why the last change was refused, in words; null after one that went well. */
  readonly refusal: Store<string | null>
  /** Changes the document. False, with the reason in `refusal`, when it cannot be done; then nothing has changed. */
  perform(operation: Operation, how: Perform): boolean
  undo(): void
  redo(): void
  /** Puts another document in place without a step of undo: what came from the server. */
  replace(document: WorkflowDocument): void
  /** Called with every operation that has been applied here and must reach the server. */
  onOperation: ((operation: Operation, change: Change | null) => void) | null
}

/** Keystrokes this close to each other are one step, in ms. */
const BURST_MS = 1500
const MOST_STEPS = 200

function followLooks(document: Store<WorkflowDocument>): Store<Looks> {
  const looks = createStore<Looks>({ problems: [], faces: {} })
  let asked: WorkflowDocument | null = null
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    while (asked !== document.get()) {
      asked = document.get()
      try {
        looks.set(keepSame(looks.get(), await ask('look', asked)))
      } catch {
        // What was said before stays; the server checks again in any case.
      }
    }
    busy = false
  }
  document.subscribe(() => void look())
  void look()
  return looks
}

export function createDraft(given: { id: string; document: WorkflowDocument; readOnly: string | null }): Draft {
  const document = createStore(given.document)
  const refusal = createStore<string | null>(null)
  const history = createStore<{ undo: readonly Change[]; redo: readonly Change[] }>({ undo: [], redo: [] })
  const save = createStore<SaveState>(
    given.readOnly === null ? { state: 'saved', at: null } : { state: 'read_only', reason: given.readOnly },
  )

  const change = (operation: Operation): Operation | null => {
    const now = save.get()
    if (now.state === 'read_only') {
      refusal.set(now.reason)
      return null
    }
    try {
      const applied = apply(document.get(), operation)
      document.set(applied.document)
      refusal.set(null)
      return applied.inverse
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      refusal.set(error.message)
      return null
    }
  }
  const remember = (next: Change) => {
    const { undo } = history.get()
    const before = undo.at(-1)
    const joins = before && next.burst !== null && before.burst === next.burst && next.at - before.at < BURST_MS
    const step = joins ? { ...next, inverse: before.inverse } : next
    history.set({ undo: [...(joins ? undo.slice(0, -1) : undo), step].slice(-MOST_STEPS), redo: [] })
  }
  const draft: Draft = {
    id: given.id,
    document,
    selection: createStore(NOTHING),
    save,
    looks: followLooks(document),
    history,
    refusal,
    onOperation: null,
    perform(operation, { label, burst }) {
      const inverse = change(operation)
      if (inverse === null) return false
      const step: Change = { label, operation, inverse, burst: burst ?? null, at: Date.now() }
      remember(step)
      draft.onOperation?.(operation, step)
      return true
    },
    undo() {
      const { undo, redo } = history.get()
      const step = undo.at(-1)
      const inverse = step && change(step.inverse)
      if (!step || !inverse) return
      history.set({ undo: undo.slice(0, -1), redo: [...redo, { ...step, operation: inverse }] })
      draft.onOperation?.(step.inverse, null)
    },
    redo() {
      const { undo, redo } = history.get()
      const step = redo.at(-1)
      const inverse = step && change(step.operation)
      if (!step || !inverse) return
      history.set({ undo: [...undo, { ...step, inverse }], redo: redo.slice(0, -1) })
      draft.onOperation?.(step.operation, null)
    },
    replace: (next) => document.set(next),
  }
  return draft
}
