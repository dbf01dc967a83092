/**
 * The workflow that is open: its document, what is selected and how far it is saved. Every change is an operation, applied here at
 * once and sent by `draft-sync.ts`; nothing writes the document in another way.
 */

import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation } from '#graph/operations.ts'
import type { OtherModes } from '#web/canvas/model/fields/other-mode.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { brokenGroup } from '#web/canvas/model/graph/one-way.ts'
import { type Conflict, takeMine } from '#web/canvas/model/rebase/conflicts.ts'
import { carried, type History, joins, moved, NO_HISTORY, pushed, skipped } from '#web/canvas/model/rebase/history.ts'
import { randomId } from '#web/canvas/model/rebase/random-id.ts'
import type { Edit } from '#web/canvas/model/rebase/rebase.ts'
import { type Names, named, noNames, renamesOf } from '#web/canvas/model/rebase/rebase-names.ts'
import { same } from '#web/canvas/model/rebase/same.ts'
import type { KnownData } from '#web/canvas/model/run/known-data.ts'
import { t } from '#web/lib/language.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { createPresence, type Presence } from './presence.ts'
import { createRunSession, type RunSession } from './run-session.ts'
import { createSyncState, type SyncState } from './sync-state.ts'

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
export interface DocumentAnalysis {
  problems: readonly (DocumentProblem & { label: string })[]
  presentations: Readonly<Record<string, NodePresentation>>
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
  readonly analysis: Store<DocumentAnalysis>
  readonly history: Store<History>
  readonly sync: SyncState
  readonly presence: Presence
  readonly run: RunSession
  /** What is known of the data of its nodes; worked out from the first use on. */
  readonly data: KnownData
  readonly otherModes: OtherModes
  /** The draft that is edited, of one that is only looked at as it was in a run; else itself. */
  readonly home: Draft
  /** Why the last change was refused, in words; null after one that went well. */
  readonly refusal: Store<string | null>
  /** Changes the document. False, with the reason in `refusal`, when it cannot be done; then nothing has changed. */
  perform(operation: Operation, how: Perform): boolean
  /**
   * False, with the reason in `refusal`, when another person's edit conflicts with the step; then the previous one is
   * next.
   */
  undo(): boolean
  redo(): boolean
  /** Puts another document in place without a step of undo: what others made of it. */
  replace(document: WorkflowDocument, by?: { names?: Names; who?: string }): void
  /** Decides a conflict; `mine` is a change like any other. */
  settle(conflict: Conflict, side: 'mine' | 'theirs'): void
  /** Called with every edit that has been applied here and must reach the server. */
  onEdit: ((edit: Edit) => void) | null
}

/** Why an edit that could be done is not, in words; null when it is. */
type Refuse = (before: WorkflowDocument, after: WorkflowDocument) => string | null
const refuseNothing: Refuse = () => null

const idsOf = ({ nodes, edges, notes }: Selection) => [...nodes, ...edges, ...notes]

/** What is selected, as it is called now. */
function stillThere(selection: Selection, document: WorkflowDocument, names: Names): Selection {
  const of = (ids: ReadonlySet<string>, renames: ReadonlyMap<string, string>, list: readonly { id: string }[]) => {
    const known = new Set(list.map(({ id }) => id))
    return new Set([...ids].map((id) => named(renames, id)).filter((id) => known.has(id)))
  }
  const { nodes, edges, notes } = document
  return {
    nodes: of(selection.nodes, names.nodes, nodes),
    edges: of(selection.edges, names.edges, edges),
    notes: of(selection.notes, names.notes, notes),
  }
}

/** Undo, or redo: the top step of a side. */
function takerOf(
  { document, refusal, history, save }: Pick<Draft, 'document' | 'refusal' | 'history' | 'save'>,
  change: (operation: Operation) => Operation | null,
  tell: (edit: Omit<Edit, 'edit_id'>) => void,
) {
  return (side: 'undo' | 'redo'): boolean => {
    const top = history.get()[side].at(-1)
    if (!top) return false
    const inverse = top.blocked === null ? change(top.back) : null
    if (inverse === null) {
      if (save.get().state === 'read_only') return false
      const reason = top.blocked ?? refusal.get() ?? ''
      history.set(skipped(history.get(), side, document.get(), t('Someone else')))
      refusal.set(t('“{label}” stays: {reason}', { label: top.label, reason }))
      return false
    }
    const step = { ...top, step_id: randomId(), back: inverse, burst: null }
    history.set(moved(history.get(), side, step))
    tell({ step_id: step.step_id, label: top.label, undoes: top.step_id, operation: top.back })
    return true
  }
}

/** Makes a change, and gives back what takes it back; null, with the reason in `refusal`, when it cannot be made. */
function changerOf(
  { document, save, refusal }: Pick<Draft, 'document' | 'save' | 'refusal'>,
  keepSelected: (names: Names) => void,
) {
  /** Said again, it is heard again. */
  const refused = (reason: string): null => {
    refusal.set(null)
    refusal.set(reason)
    return null
  }
  return (operation: Operation, refuse: Refuse = refuseNothing): Operation | null => {
    const now = save.get()
    if (now.state === 'read_only') return refused(now.reason)
    try {
      const applied = applyOperation(document.get(), operation)
      const reason = refuse(document.get(), applied.document)
      if (reason !== null) return refused(reason)
      document.set(applied.document)
      keepSelected(renamesOf([operation]))
      refusal.set(null)
      return applied.inverse
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      return refused(error.message)
    }
  }
}

export interface DraftInput {
  id: string
  document: WorkflowDocument
  /** Why nothing can be changed; null where it can. */
  readOnly: string | null
  /** The draft that is edited, where this one is a past run of it. */
  home?: Draft
}

/** @param followData works out what is known of the data of nodes: the model itself knows no types of nodes */
export function createDraft(given: DraftInput, followData: (draft: Draft) => KnownData): Draft {
  const document = createStore(given.document)
  const refusal = createStore<string | null>(null)
  const history = createStore(NO_HISTORY)
  const selection = createStore(NOTHING)
  const sync = createSyncState()
  let data: KnownData | null = null
  const save = createStore<SaveState>(
    given.readOnly === null ? { state: 'saved', at: null } : { state: 'read_only', reason: given.readOnly },
  )

  /** What is gone is selected no longer; what got another name is selected by that. */
  const keepSelected = (names: Names) => {
    const left = stillThere(selection.get(), document.get(), names)
    if (!same(idsOf(left), idsOf(selection.get()))) selection.set(left)
  }
  const change = changerOf({ document, save, refusal }, keepSelected)
  const tell = (edit: Omit<Edit, 'edit_id'>) => draft.onEdit?.({ ...edit, edit_id: randomId() })
  const takeBack = takerOf({ document, refusal, history, save }, change, tell)
  const draft: Draft = {
    id: given.id,
    document,
    selection,
    save,
    analysis: createStore<DocumentAnalysis>({ problems: [], presentations: {} }),
    history,
    sync,
    presence: createPresence(),
    otherModes: new Map(),
    run: createRunSession(),
    get data() {
      data ??= followData(draft)
      return data
    },
    get home() {
      return given.home ?? draft
    },
    refusal,
    onEdit: null,
    perform(operation, { label, burst = null }) {
      const back = change(operation, brokenGroup)
      if (back === null) return false
      const at = Date.now()
      const onto = joins(history.get(), burst, at)
      history.set(pushed(history.get(), { step_id: randomId(), label, back, burst, at, blocked: null }, onto))
      const step_id = history.get().undo.at(-1)?.step_id ?? randomId()
      tell({ step_id, label, undoes: null, operation })
      return true
    },
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
    replace(next, { names = noNames(), who = t('Someone else') } = {}) {
      const journey = { from: document.get(), to: next, names, who }
      history.set(carried(history.get(), journey))
      document.set(next)
      keepSelected(names)
    },
    settle(conflict, side) {
      const operation = side === 'mine' ? takeMine(document.get(), conflict) : null
      if (side === 'mine') {
        if (operation === null) refusal.set(t('There’s nothing left to apply it to.'))
        if (operation === null || !draft.perform(operation, { label: t('Kept my change') })) return
      }
      sync.conflicts.set(sync.conflicts.get().filter((one) => one !== conflict))
    },
  }
  return draft
}
