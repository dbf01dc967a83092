import { CanvasMessage } from './message.tsx'
import { Picker } from './picker.tsx'
import { useDesignerActions } from './use-actions.ts'
import { useClipboard } from './use-clipboard.ts'

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
