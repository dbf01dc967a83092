/** What is dragged from the data onto a field: the expression that reads it. */
import type { DragEvent } from 'react'
import { PATH_MIME } from '#web/canvas/panels/expression/insert.ts'

/** Makes something carry a path while it is dragged. */
export const carries = (path: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(PATH_MIME, path)
    event.dataTransfer.setData('text/plain', `{{ ${path} }}`)
    event.dataTransfer.effectAllowed = 'copy'
  },
})
