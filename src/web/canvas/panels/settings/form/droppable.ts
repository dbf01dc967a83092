import type { DragEvent } from 'react'
import { PATH_MIME } from '#web/canvas/panels/expression/insert.ts'

/** A value dragged from the data of a node can be dropped on a field; the editor itself inserts it at its cursor. */
export const droppable = (insert: (source: string) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(PATH_MIME)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const source = event.dataTransfer.getData(PATH_MIME)
    if (source === '' || event.defaultPrevented) return
    event.preventDefault()
    insert(source)
  },
})
