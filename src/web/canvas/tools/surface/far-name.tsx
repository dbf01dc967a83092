import { NodeToolbar, Position } from '@xyflow/react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useNodePresentation, usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { useStore } from '#web/lib/store.ts'

/**
 * From far away, where titles are cut: the whole name of the card under the pointer, or of the one the keyboard is on, and what it does.
 * For the eyes alone: the card says the same to a screen reader.
 */
export function FarName() {
  const [draft, { pointed, distance }] = [useDraft(), useGestures()]
  const id = useStore(pointed.card)
  const node = usePart(draft.document, ({ nodes }) => nodes.find((one) => one.id === id))
  const presentation = useNodePresentation(id ?? '')
  const isNear = useStore(distance) === 'near'
  if (!node || isNear) return null
  return (
    <NodeToolbar nodeId={node.id} isVisible position={Position.Bottom} offset={6} className="pointer-events-none">
      <div aria-hidden="true" data-far-name={node.id} className="surface-raised max-w-72 px-2.5 py-1.5">
        <p className="break-words font-medium">
          <bdi>{node.title}</bdi>
        </p>
        {presentation?.sentence && (
          <p className="line-clamp-2 break-words text-muted text-xs">{presentation.sentence}</p>
        )}
      </div>
    </NodeToolbar>
  )
}
