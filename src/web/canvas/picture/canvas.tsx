import '@xyflow/react/dist/base.css'
import './canvas.css'
import { ReactFlowProvider } from '@xyflow/react'
import { useState } from 'react'
import { createGestures, GesturesProvider } from '#web/canvas/gestures/gestures.ts'
import { Picture } from './picture.tsx'

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
