/** Working together. */

import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { t } from '#web/lib/language.ts'

export const presenceActions: readonly CanvasAction[] = [
  {
    id: 'share',
    label: 'Share...',
    group: 'view',
    keys: [],
    enabled: () => true,
    perform: ({ view }) => view.windows.presence.sharing.set(true),
  },
  {
    id: 'settle',
    label: 'Resolve conflicts...',
    group: 'edit',
    keys: [],
    enabled: ({ draft }) => draft.sync.conflicts.get().length > 0 || t('There are none.'),
    perform: ({ view }) => view.windows.presence.conflicts.set(true),
  },
]
