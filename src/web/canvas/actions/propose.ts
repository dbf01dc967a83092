/** Changes asked for in words. */
import { wishing } from '#web/canvas/proposal/open.ts'
import type { CanvasAction } from './action.ts'
import { editable } from './conditions.ts'

export const proposeActions: readonly CanvasAction[] = [
  {
    id: 'propose',
    label: 'Ask for a change...',
    group: 'edit',
    keys: ['mod+I'],
    menus: ['canvas'],
    enabled: editable,
    perform: ({ view }) => wishing(view).set({ sentence: '', proposal: null }),
  },
]
