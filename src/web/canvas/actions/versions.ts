/** Versions and what is published. */
import { comparing, publishing } from '#web/canvas/versions/open.ts'
import type { CanvasAction } from './action.ts'
import { always } from './conditions.ts'

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
    perform: ({ view }) => comparing(view).set({ before: 'draft', after: 'draft' }),
  },
]
