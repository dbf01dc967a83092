/** Snippets: parts of workflows that are kept to use again. */

import { groupsOf } from '#web/canvas/model/graph/groups.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable, every, nodesSelected } from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

const inserted = ({ document, selection }: ActionContext) =>
  groupsOf(document, selection.nodes).find(({ snippet }) => snippet !== undefined)

export const snippetActions: readonly CanvasAction[] = [
  {
    id: 'keep-snippet',
    label: 'Save as snippet...',
    group: 'arrange',
    keys: ['alt+K'],
    menus: ['node', 'selection'],
    enabled: every(editable, nodesSelected),
    perform: ({ view }) => view.windows.snippets.keeping.set(true),
  },
  {
    id: 'snippets',
    label: 'Snippets...',
    group: 'add',
    keys: ['alt+I'],
    menus: ['canvas'],
    enabled: editable,
    perform: ({ view }) => view.windows.snippets.library.set(true),
  },
  {
    id: 'snippet-origin',
    label: 'Show its snippet',
    group: 'arrange',
    keys: [],
    enabled: every(
      nodesSelected,
      (context) => inserted(context) !== undefined || t('The selection isn’t from a snippet.'),
    ),
    perform: (context) => context.view.windows.snippets.origin.set(inserted(context)?.id ?? null),
  },
]
