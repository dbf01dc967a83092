import { MiniMap, type ReactFlowState, useStore } from '@xyflow/react'
import type { CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { t } from '#web/lib/language.ts'

/** Notes and groups lie behind the nodes on the map, too. */
const onMap = ({ type, selected }: CanvasNode): string => `on-map-${type}${selected ? ' on-map-selected' : ''}`

/** Whether a part of the workflow is outside the picture. */
function isCut({ nodes, transform: [left, top, zoom], width, height }: ReactFlowState): boolean {
  return nodes.some(({ position: { x, y }, measured }) => {
    const [from, to] = [x * zoom + left, y * zoom + top]
    const [right, bottom] = [from + (measured?.width ?? 0) * zoom, to + (measured?.height ?? 0) * zoom]
    return from < 0 || to < 0 || right > width || bottom > height
  })
}

/** The map of the workflow, while some of it is out of sight: where all of it is seen, the map would only cover cards. */
export function Overview() {
  if (!useStore(isCut)) return null
  return <MiniMap pannable zoomable ariaLabel={t('Minimap')} nodeClassName={onMap} className="@xl:block hidden" />
}
