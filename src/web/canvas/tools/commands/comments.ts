/** Speaking about the workflow. */
import { beginComment } from '#web/canvas/model/draft/begin-comment.ts'
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { always, only } from '#web/canvas/tools/actions/conditions.ts'

export const commentActions: readonly CanvasAction[] = [
  {
    id: 'comments',
    label: 'Show comments',
    group: 'view',
    keys: ['shift+C'],
    enabled: always,
    perform: ({ view }) => view.panel.set(view.panel.get() === 'comments' ? null : 'comments'),
  },
  {
    id: 'comment',
    label: 'Add comment',
    group: 'edit',
    keys: ['shift+M'],
    menus: ['node', 'canvas'],
    enabled: always,
    perform: ({ view, selection }) => {
      const node = only(selection.nodes)
      const camera = view.camera.get()
      if (node !== null) beginComment(view, { node })
      else beginComment(view, camera ? { point: camera.pointer() ?? camera.center() } : null)
    },
  },
]
