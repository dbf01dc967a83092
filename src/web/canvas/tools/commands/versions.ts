/** Versions and what is published. */
import { comparing, keeping, publishing } from '#web/canvas/model/draft/version-windows.ts'
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { always, editable } from '#web/canvas/tools/actions/conditions.ts'

export const versionActions: readonly CanvasAction[] = [
  {
    id: 'publish',
    label: 'Publish...',
    group: 'run',
    keys: ['shift+P'],
    enabled: always,
    perform: ({ view }) => publishing(view).set(true),
  },
  {
    id: 'checkpoint',
    label: 'Save a checkpoint...',
    group: 'edit',
    keys: ['mod+S'],
    enabled: editable,
    perform: ({ view }) => keeping(view).set(true),
  },
  {
    id: 'history',
    label: 'Show versions and who uses it',
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
    perform: ({ view }) => comparing(view).set({ before: null, after: 'draft' }),
  },
]
