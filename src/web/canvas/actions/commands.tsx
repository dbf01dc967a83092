import { useClipboard } from '#web/canvas/clipboard/use-clipboard.ts'
import { Picker } from '#web/canvas/gestures/picker.tsx'
import { CanvasMessage } from '#web/canvas/message.tsx'
import { useDesignerActions } from './use-actions.ts'

/** What every way to edit shares, canvas or list: the keys, the choice of the next node, and what is said about it. */
export function Commands() {
  useDesignerActions()
  useClipboard()
  return (
    <>
      <CanvasMessage />
      <Picker />
    </>
  )
}
