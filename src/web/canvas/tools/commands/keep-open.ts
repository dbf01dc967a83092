/** Keeping one text of a node open next to the canvas, whatever is selected and during a run. */

import { longestText } from '#web/canvas/model/fields/field-at.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { oneNodeSelected, only } from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

/** The setting being edited: in the settings next to the canvas, or already kept open. */
function written(): { path: string | null; kept: boolean } {
  const active = document.activeElement
  const kept = active?.closest('[data-kept]') != null
  const field = active?.closest('[data-scroller]') ? active.closest<HTMLElement>('[data-path]') : null
  return { path: field?.dataset.path || null, kept }
}

async function keep({ document, selection, view }: ActionContext): Promise<void> {
  const { path, kept } = written()
  const open = view.open.get()
  if (kept || (view.focused.get() !== null && path === null)) return view.focused.set(null)
  const id = path === null ? only(selection.nodes) : open
  const node = document.nodes.find((each) => each.id === id)
  const description = node && path === null ? await ask('describe', node.type) : null
  const wanted = path ?? (node && description ? longestText(fieldsOf(description.config), node.config) : null)
  if (!node || wanted === null) return view.message.set({ text: t('It has no text field to keep open.'), tone: 'bad' })
  view.focused.set({ node: node.id, path: wanted })
  view.open.set(null)
}

export const keepOpenActions: readonly CanvasAction[] = [
  {
    id: 'keep-open',
    label: 'Keep its text open next to the canvas',
    group: 'view',
    keys: ['alt+T'],
    whileTyping: true,
    menus: ['node'],
    enabled: (context) =>
      context.view.focused.get() !== null || context.view.open.get() !== null || oneNodeSelected(context),
    perform: keep,
  },
]
