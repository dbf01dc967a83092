/** Moving the picture. */

import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { always, every, nodesSelected, onCanvas } from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

const STEP = 1.25
/** How far one key moves the picture, in px of the screen. */
const PAN = 160

const PANS: readonly [string, string, { x: number; y: number }][] = [
  ['ArrowLeft', 'left', { x: PAN, y: 0 }],
  ['ArrowRight', 'right', { x: -PAN, y: 0 }],
  ['ArrowUp', 'up', { x: 0, y: PAN }],
  ['ArrowDown', 'down', { x: 0, y: -PAN }],
]

export const viewActions: readonly CanvasAction[] = [
  {
    id: 'fit',
    label: 'Fit to screen',
    group: 'view',
    keys: ['1'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.fit(),
  },
  {
    id: 'fit-selection',
    label: 'Fit selection',
    group: 'view',
    keys: ['2'],
    menus: ['node', 'selection'],
    enabled: every(onCanvas, nodesSelected),
    perform: ({ selection, view }) => view.camera.get()?.fit([...selection.nodes]),
  },
  {
    id: 'zoom-100',
    label: 'Zoom to 100%',
    group: 'view',
    keys: ['0'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomTo(1),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    group: 'view',
    keys: ['+', '='],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomBy(STEP),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    group: 'view',
    keys: ['-'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomBy(1 / STEP),
  },
  ...PANS.map(
    ([key, side, by]): CanvasAction => ({
      id: `look-${side}`,
      label: `Look further ${side}`,
      group: 'view',
      keys: [`alt+shift+${key}`],
      enabled: onCanvas,
      perform: ({ view }) => view.camera.get()?.panBy(by),
    }),
  ),
  {
    id: 'pointer',
    label: 'Pointer: drag to select',
    group: 'view',
    keys: ['V'],
    enabled: onCanvas,
    perform: ({ view }) => view.tool.set('pointer'),
  },
  {
    id: 'hand',
    label: 'Hand: drag to move the canvas',
    group: 'view',
    keys: ['H'],
    enabled: onCanvas,
    perform: ({ view }) => view.tool.set('hand'),
  },
  {
    id: 'snap',
    label: 'Snap to grid and neighbours',
    group: 'view',
    keys: ['shift+S'],
    menus: ['canvas'],
    enabled: always,
    perform: ({ view }) => {
      view.snap.set(!view.snap.get())
      view.message.set({ text: view.snap.get() ? t('Snapping on') : t('Snapping off'), tone: 'info' })
    },
  },
  {
    id: 'minimap',
    label: 'Show or hide minimap',
    group: 'view',
    keys: ['M'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => {
      view.minimap.set(!view.minimap.get())
      const text = view.minimap.get()
        ? t('The minimap appears when part of the workflow is out of view')
        : t('Minimap hidden')
      view.message.set({ text, tone: 'info' })
    },
  },
]
