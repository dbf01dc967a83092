import { useReactFlow, useViewport, ViewportPortal } from '@xyflow/react'
import { MousePointer2 } from 'lucide-react'
import { useEffect } from 'react'
import type { Person } from '#contract/workflows/workflow-edits.ts'
import { CARD, cardHeight } from '#web/canvas/model/graph/sizes.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useOthers } from '#web/canvas/services/presence/use-presence.ts'
import { useStore } from '#web/lib/store.ts'
import { Follow } from './follow.tsx'
import { personColor } from './person-colors.ts'

/** On the canvas: what others have selected, and where their pointers are. */
export function PresenceLayer() {
  const others = useOthers()
  return (
    <>
      <OwnPointer />
      <Follow others={others} />
      {others.length > 0 && (
        <ViewportPortal>
          <Marks others={others} />
        </ViewportPortal>
      )}
    </>
  )
}

/** Keeps where the own pointer is, as long as it is over the canvas. */
function OwnPointer() {
  const { pointer } = useDraft().presence
  const flow = useReactFlow()
  useEffect(() => {
    const pane = window.document.querySelector('[data-canvas]')
    const move = (event: Event) => {
      const { clientX, clientY } = event as PointerEvent
      const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false })
      pointer.set({ x: Math.round(x), y: Math.round(y) })
    }
    const leave = () => pointer.set(null)
    pane?.addEventListener('pointermove', move)
    pane?.addEventListener('pointerleave', leave)
    return () => {
      pane?.removeEventListener('pointermove', move)
      pane?.removeEventListener('pointerleave', leave)
    }
  }, [flow, pointer])
  return null
}

function Marks({ others }: { others: readonly Person[] }) {
  const { zoom } = useViewport()
  return (
    <div aria-hidden="true" className="pointer-events-none">
      {others.flatMap((person) =>
        [...new Set([...person.selected, ...(person.open === null ? [] : [person.open])])].map((id) => (
          <Outline key={`${person.client} ${id}`} id={id} person={person} zoom={zoom} />
        )),
      )}
      {others.map((person) => person.cursor && <Cursor key={person.client} person={person} zoom={zoom} />)}
    </div>
  )
}

function Outline({ id, person, zoom }: { id: string; person: Person; zoom: number }) {
  const draft = useDraft()
  const document = useStore(draft.document)
  const { presentations } = useStore(draft.analysis)
  const node = document.nodes.find((one) => one.id === id)
  const note = node ? undefined : document.notes.find((one) => one.id === id)
  const item = node ?? note
  if (!item) return null
  const { width, height } = note?.size ?? { ...CARD, height: cardHeight(presentations[id]?.ports.length ?? 1) }
  const look = personColor(person.color)
  return (
    <div
      data-person={person.name}
      className={`absolute top-0 left-0 rounded-md border-2 ${look.edge}`}
      style={{
        transform: `translate(${item.position.x - 5}px, ${item.position.y - 5}px)`,
        width: width + 10,
        height: height + 10,
      }}
    >
      <span
        className={`absolute bottom-full left-0 max-w-40 origin-bottom-left truncate rounded-sm px-1.5 py-0.5 text-xs ${look.fill}`}
        style={{ transform: `scale(${1 / zoom})` }}
      >
        <bdi>{person.name}</bdi>
      </span>
    </div>
  )
}

function Cursor({ person, zoom }: { person: Person; zoom: number }) {
  const look = personColor(person.color)
  const { x, y } = person.cursor ?? { x: 0, y: 0 }
  return (
    <div
      data-cursor={person.name}
      className={`absolute top-0 left-0 z-20 flex origin-top-left items-start transition-transform duration-100 ease-linear motion-reduce:transition-none ${look.ink}`}
      style={{ transform: `translate(${x}px, ${y}px) scale(${1 / zoom})` }}
    >
      <MousePointer2 className="size-4 fill-current" />
      <span className={`mt-3 max-w-40 truncate rounded-sm px-1.5 py-0.5 text-xs ${look.fill}`}>
        <bdi>{person.name}</bdi>
      </span>
    </div>
  )
}
