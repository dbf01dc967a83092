/** When an action can be done, and the words when it cannot. */

import type { Selection } from '#web/canvas/model/draft/draft.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { t } from '#web/lib/language.ts'

import type { ActionContext } from './action.ts'

type Check = (context: ActionContext) => true | string

export const always: Check = () => true

/** All of them hold; the first that does not says why. */
export const every =
  (...checks: Check[]): Check =>
  (context) => {
    for (const check of checks) {
      const may = check(context)
      if (may !== true) return may
    }
    return true
  }

export const editable: Check = ({ draft }) => {
  const save = draft.save.get()
  return save.state === 'read_only' ? save.reason : true
}

export const sizeOf = ({ nodes, edges, notes }: Selection): number => nodes.size + edges.size + notes.size

export const somethingSelected: Check = ({ selection }) => sizeOf(selection) > 0 || t('Select something first.')
export const nodesSelected: Check = ({ selection }) => selection.nodes.size > 0 || t('Select a node first.')
export const oneNodeSelected: Check = ({ selection }) => selection.nodes.size === 1 || t('Select one node first.')
export const oneEdgeSelected: Check = ({ selection }) =>
  (selection.edges.size === 1 && selection.nodes.size === 0) || t('Select one connection first.')
export const notEmpty: Check = ({ document }) => document.nodes.length > 0 || t('The workflow is empty.')
export const onCanvas: Check = ({ view }) =>
  (view.camera.get() !== null && view.mode.get() === 'canvas') || t('Show the canvas first.')

export const only = <T>(set: ReadonlySet<T>): T | null => (set.size === 1 ? ([...set][0] as T) : null)

export const presentationOf = ({ draft }: ActionContext, id: string): NodePresentation | undefined =>
  draft.analysis.get().presentations[id]
