/** Copy, cut and paste. Their keys come as events of the browser, which `use-clipboard.ts` hears; the menus end up here. */

import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable, every } from '#web/canvas/tools/actions/conditions.ts'
import { copySelected, cutSelected, pasteText } from '#web/canvas/tools/clipboard/clipboard.ts'
import { t } from '#web/lib/language.ts'

const somethingToCopy = ({ selection }: ActionContext): true | string =>
  selection.nodes.size + selection.notes.size > 0 || t('Select a node first.')

/** Hands a text to the clipboard within a click. */
function hand(text: string): Promise<void> | void {
  let handed = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    handed = true
  }
  // Works without TLS, too, where the page has no clipboard of its own.
  document.addEventListener('copy', onCopy, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  if (!handed) return navigator.clipboard?.writeText(text)
}

async function pasteFromMenu(context: ActionContext) {
  const text = await navigator.clipboard?.readText().catch(() => undefined)
  if (text !== undefined) return pasteText(context, text)
  const keys = t('This browser allows pasting only from the keyboard: press Ctrl V, or ⌘ V on a Mac.')
  context.view.message.set({ text: keys, tone: 'bad' })
}

export const clipboardActions: readonly CanvasAction[] = [
  {
    id: 'copy',
    label: 'Copy',
    group: 'edit',
    keys: ['mod+C'],
    native: true,
    menus: ['node', 'note', 'selection'],
    enabled: somethingToCopy,
    perform: (context) => hand(copySelected(context)),
  },
  {
    id: 'cut',
    label: 'Cut',
    group: 'edit',
    keys: ['mod+X'],
    native: true,
    menus: ['node', 'note', 'selection'],
    enabled: every(editable, somethingToCopy),
    perform: async (context) => {
      await hand(copySelected(context))
      cutSelected(context)
    },
  },
  {
    id: 'paste',
    label: 'Paste',
    group: 'edit',
    keys: ['mod+V'],
    native: true,
    menus: ['canvas', 'node'],
    enabled: editable,
    perform: pasteFromMenu,
  },
]
