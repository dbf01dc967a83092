/** Changes asked for in words. */

import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable } from '#web/canvas/tools/actions/conditions.ts'

/** Names are in the way where there are many of them. */
const MOST_NAMED = 6

/** How a request begins that is about what is selected. */
function about({ document, selection }: ActionContext): string {
  const titles = document.nodes.flatMap(({ id, title }) => (selection.nodes.has(id) ? [`“${title}”`] : []))
  if (titles.length === 0 || titles.length > MOST_NAMED) return ''
  const last = titles.pop()
  return `In ${titles.length > 0 ? `${titles.join(', ')} and ` : ''}${last}: `
}

export const proposeActions: readonly CanvasAction[] = [
  {
    id: 'propose',
    label: 'Request a change...',
    group: 'edit',
    keys: ['mod+I'],
    menus: ['canvas', 'node', 'selection'],
    enabled: editable,
    perform: (context) => context.view.windows.proposal.set({ sentence: about(context), proposal: null }),
  },
]
