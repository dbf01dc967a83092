import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useDesignerActions } from '#web/canvas/tools/commands/use-actions.ts'
import { useClipboard } from '#web/canvas/tools/commands/use-clipboard.ts'
import { Picker } from '#web/canvas/tools/gestures/picker.tsx'
import { CanvasMessage } from '#web/canvas/view/frame/message.tsx'
import { useStore } from '#web/lib/store.ts'

/** What every way to edit shares, canvas or list: the keys, the choice of the next node, and what is said about it. */
export function Commands() {
  useDesignerActions()
  useClipboard()
  useLeaving()
  return (
    <>
      <CanvasMessage />
      <Picker />
    </>
  )
}

/** Goes where an action leads; Back leads here again. */
function useLeaving() {
  const { leaving } = useView()
  const address = useStore(leaving)
  const navigate = useNavigate()
  useEffect(() => {
    if (address === null) return
    leaving.set(null)
    void navigate(address)
  }, [address, leaving, navigate])
}
