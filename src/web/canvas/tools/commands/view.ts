/** Moving the picture. */
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { always, every, nodesSelected, onCanvas } from '#web/canvas/tools/actions/conditions.ts'

const STEP = 1.25

export const viewActions: readonly CanvasAction[] = [
  {
    id: 'fit',
    label: 'Show the whole workflow',
    group: 'view',
    keys: ['1'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.fit(),
  },
  {
    id: 'fit-selection',
    label: 'Show what is selected',
    group: 'view',
    keys: ['2'],
    menus: ['node', 'selection'],
    enabled: every(onCanvas, nodesSelected),
    perform: ({ selection, view }) => view.camera.get()?.fit([...selection.nodes]),
  },
  {
    id: 'zoom-100',
    label: 'Show at 100 %',
    group: 'view',
    keys: ['0'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomTo(1),
  },
  {
    id: 'zoom-in',
    label: 'Larger',
    group: 'view',
    keys: ['+', '='],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomBy(STEP),
  },
  {
    id: 'zoom-out',
    label: 'Smaller',
    group: 'view',
    keys: ['-'],
    enabled: onCanvas,
    perform: ({ view }) => view.camera.get()?.zoomBy(1 / STEP),
  },
  {
    id: 'pointer',
    label: 'Pointer: dragging selects',
    group: 'view',
    keys: ['V'],
    enabled: onCanvas,
    perform: ({ view }) => view.tool.set('pointer'),
  },
  {
    id: 'hand',
    label: 'Hand: dragging moves the picture',
    group: 'view',
    keys: ['H'],
    enabled: onCanvas,
    perform: ({ view }) => view.tool.set('hand'),
  },
  {
    id: 'snap',
    label: 'Snap to the grid and to neighbours',
    group: 'view',
    keys: ['shift+S'],
    menus: ['canvas'],
    enabled: always,
    perform: ({ view }) => {
      view.snap.set(!view.snap.get())
      view.message.set({ text: view.snap.get() ? 'Things snap again' : 'Nothing snaps now', tone: 'info' })
    },
  },
  {
    id: 'minimap',
    label: 'Show or hide the map',
    group: 'view',
    keys: ['M'],
    menus: ['canvas'],
    enabled: onCanvas,
    perform: ({ view }) => {
      view.minimap.set(!view.minimap.get())
      const text = view.minimap.get()
        ? 'The map shows as soon as a part of the workflow is out of sight'
        : 'The map is hidden'
      view.message.set({ text, tone: 'info' })
    },
  },
]
