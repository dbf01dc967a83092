/** Versions and what is published. */

import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { always, editable } from '#web/canvas/tools/actions/conditions.ts'

export const versionActions: readonly CanvasAction[] = [
  {
    id: 'publish',
    label: 'Publish...',
    group: 'run',
    keys: ['shift+P'],
    enabled: always,
    perform: ({ view }) => view.windows.versions.publish.set(true),
  },
  {
    id: 'checkpoint',
    label: 'Save checkpoint...',
    group: 'edit',
    keys: ['mod+S'],
    enabled: editable,
    perform: ({ view }) => view.windows.versions.checkpoint.set(true),
  },
  {
    id: 'history',
    label: 'Show versions and uses',
    group: 'view',
    keys: ['shift+H'],
    enabled: always,
    perform: ({ view }) => view.panel.set(view.panel.get() === 'history' ? null : 'history'),
  },
  {
    id: 'compare',
    label: 'Compare versions',
    group: 'view',
    keys: ['shift+D'],
    enabled: always,
    perform: ({ view }) => view.windows.versions.compare.set({ before: null, after: 'draft' }),
  },
]
