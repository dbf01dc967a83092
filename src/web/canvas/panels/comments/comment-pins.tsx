import { useViewport, ViewportPortal } from '@xyflow/react'
import { MessageCircle } from 'lucide-react'
import { useMemo } from 'react'
import { showThread } from '#web/canvas/model/draft/begin-comment.ts'
import { useDocument } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { type PlacedPin, pinsOf } from './threads.ts'
import { useComments } from './use-comments.ts'
import { useDraggedPin } from './use-dragged-pin.ts'

/** Open comments on the canvas, where they are pinned. They stay of one size however far one is away. */
export function CommentPins() {
  return useStore(useView().windows.comments.talking) ? <Placed /> : null
}

function Placed() {
  const view = useView()
  const panel = useStore(view.panel)
  const { threads } = useComments()
  const document = useDocument()
  const pins = useMemo(() => pinsOf(threads, document), [threads, document])
  const begun = useStore(view.windows.comments.pin)
  const point = begun && 'point' in begun && panel === 'comments' ? begun.point : null
  if (pins.length === 0 && point === null) return null
  return (
    <ViewportPortal>
      <Pins pins={pins} point={point} />
    </ViewportPortal>
  )
}

function Pins({ pins, point }: { pins: readonly PlacedPin[]; point: { x: number; y: number } | null }) {
  const view = useView()
  const { zoom } = useViewport()
  const opened = useStore(view.windows.comments.thread)
  const { held, dragging } = useDraggedPin()
  const at = ({ x, y }: { x: number; y: number }) => ({
    transform: `translate(${x}px, ${y}px) scale(${1 / zoom}) translate(-50%, -75%)`,
  })
  return (
    <>
      {pins.map((pin) => {
        const count = pin.threads.reduce((sum, { answers }) => sum + 1 + answers.length, 0)
        const first = pin.threads[0]?.root.id ?? ''
        const isOpen = pin.threads.some(({ root }) => root.id === opened)
        return (
          <button
            key={pin.key}
            type="button"
            style={at(held?.key === pin.key ? { ...pin, ...held.place } : pin)}
            aria-label={
              count === 1
                ? t('1 comment on {title}', { title: pin.title ?? t('a place on the canvas') })
                : t('{count} comments on {title}', { count, title: pin.title ?? t('a place on the canvas') })
            }
            {...dragging(pin, () => showThread(view, first))}
            className={`nopan nodrag pointer-events-auto absolute top-0 left-0 z-10 inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-full rounded-bl-none border px-1.5 font-medium text-xs shadow-xs ${
              isOpen
                ? 'border-indigo bg-indigo text-on-strong'
                : 'border-indigo bg-surface text-indigo hover:bg-indigo-soft'
            }`}
          >
            <MessageCircle aria-hidden="true" className="size-3" />
            {count}
          </button>
        )
      })}
      {point && (
        <span
          aria-hidden="true"
          style={at(point)}
          className="pointer-events-none absolute top-0 left-0 z-10 grid size-6 place-items-center rounded-full rounded-bl-none border-2 border-indigo border-dashed bg-surface"
        />
      )}
    </>
  )
}
