import { useEffect } from 'react'
import type { ActionContext } from '#web/canvas/tools/actions/action.ts'
import { copySelected, cutSelected, pasteText } from '#web/canvas/tools/clipboard/clipboard.ts'
import { useActionContext } from './use-actions.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)

/** Whether a copy, cut or paste is meant for the workflow, and not for a text on the page. */
function meant(event: ClipboardEvent): boolean {
  if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return false
  return event.type === 'paste' || (getSelection()?.toString() ?? '') === ''
}

const anything = ({ selection }: ActionContext) => selection.nodes.size + selection.notes.size > 0

/** Hears the clipboard keys of the browser while the designer is open. */
export function useClipboard(): void {
  const context = useActionContext()
  useEffect(() => {
    const readOnly = () => {
      const save = context().draft.save.get()
      if (save.state !== 'read_only') return false
      context().view.message.set({ text: save.reason, tone: 'bad' })
      return true
    }
    const onCopy = (event: ClipboardEvent) => {
      const now = context()
      if (!meant(event) || !anything(now)) return
      event.clipboardData?.setData('text/plain', copySelected(now))
      event.preventDefault()
    }
    const onCut = (event: ClipboardEvent) => {
      const now = context()
      if (!meant(event) || !anything(now) || readOnly()) return
      event.clipboardData?.setData('text/plain', copySelected(now))
      event.preventDefault()
      cutSelected(now)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!meant(event) || readOnly()) return
      event.preventDefault()
      void pasteText(context(), event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCut)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCut)
      document.removeEventListener('paste', onPaste)
    }
  }, [context])
}
