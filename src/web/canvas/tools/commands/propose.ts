/** Changes asked for in words. */

import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable } from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

/** Names are in the way where there are many of them. */
const MOST_NAMED = 6

/** How a request begins that is about what is selected. */
function about({ document, selection }: ActionContext): string {
  const titles = document.nodes.flatMap(({ id, title }) => (selection.nodes.has(id) ? [`“${title}”`] : []))
  if (titles.length === 0 || titles.length > MOST_NAMED) return ''
  const last = titles.pop()
  const named = titles.length > 0 ? `${titles.join(', ')}${t(' and ')}${last}` : `${last}`
  return t('In {titles}: ', { titles: named })
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
