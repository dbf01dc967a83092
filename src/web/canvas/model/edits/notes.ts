/** The edits of sticky notes: one for the canvas, the list and the menus. */

import type { Color, Note, WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { t } from '#web/lib/language.ts'
import type { Place } from './placing.ts'

const FRESH = { width: 240, height: 160 } as const
export const LEAST_NOTE = { width: 120, height: 64 } as const
const LARGEST = 2000

/** An empty note at a place. */
export function addingNote(document: WorkflowDocument, at: Place): { operation: Operation; id: string } {
  const taken = new Set(document.notes.map(({ id }) => id))
  let number = document.notes.length + 1
  while (taken.has(`note_${number}`)) number += 1
  const id = `note_${number}`
  const position = { x: Math.round(at.x), y: Math.round(at.y) }
  return { operation: { type: 'add_note', note: { id, text: '', position, size: FRESH, color: 'marigold' } }, id }
}

/** Larger or smaller by a share of its size. */
export function resizing(notes: readonly Note[], by: number): Operation {
  const bounded = (value: number, least: number) => Math.round(Math.min(LARGEST, Math.max(least, value * by)))
  return {
    type: 'batch',
    operations: notes.map(({ id, size }): Step => {
      const width = bounded(size.width, LEAST_NOTE.width)
      return { type: 'update_note', note_id: id, size: { width, height: bounded(size.height, LEAST_NOTE.height) } }
    }),
  }
}

/** Ends writing: the text is kept. */
export function endWriting({ draft, view }: { draft: Draft; view: View }, note: Note, text: string): void {
  view.writing.set(null)
  if (text === note.text) return
  draft.perform({ type: 'update_note', note_id: note.id, text }, { label: t('Edited note') })
}

export const coloring = (draft: Draft, note: Note, color: Color | null): void => {
  draft.perform({ type: 'update_note', note_id: note.id, color }, { label: t('Changed note colour') })
}
