import '@xyflow/react/dist/base.css'
import '#web/canvas/view/flow/canvas.css'
import { ReactFlowProvider } from '@xyflow/react'
import { useState } from 'react'
import { Picture } from '#web/canvas/view/flow/flow-view.tsx'
import { createGestures, GesturesProvider } from '#web/canvas/view/nodes/gestures.ts'

/** The graph as a picture that is edited: React Flow shows it, every change becomes an operation of the draft. */
export function Canvas() {
  const [gestures] = useState(createGestures)
  return (
    <ReactFlowProvider>
      <GesturesProvider value={gestures}>
        <Picture />
      </GesturesProvider>
    </ReactFlowProvider>
  )
}
