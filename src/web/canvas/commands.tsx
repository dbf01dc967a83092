import { CanvasMessage } from './message.tsx'
import { Picker } from './picker.tsx'
import { useDesignerActions } from './use-actions.ts'

/** What every way to edit shares, canvas or list: the keys, the choice of the next node, and what is said about it. */
export function Commands() {
  useDesignerActions()
  return (
    <>
      <CanvasMessage />
      <Picker />
    </>
  )
}
