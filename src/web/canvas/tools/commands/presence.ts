/** Working together. */
import { settling, sharing } from '#web/canvas/model/draft/presence-windows.ts'
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'

export const peopleActions: readonly CanvasAction[] = [
  {
    id: 'share',
    label: 'Share with people...',
    group: 'view',
    keys: [],
    enabled: () => true,
    perform: ({ view }) => sharing(view).set(true),
  },
  {
    id: 'settle',
    label: 'Settle changes that do not go together...',
    group: 'edit',
    keys: [],
    enabled: ({ draft }) => draft.together.conflicts.get().length > 0 || 'There are none.',
    perform: ({ view }) => settling(view).set(true),
  },
]
