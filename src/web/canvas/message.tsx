import { useEffect } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useDraft } from './use-draft.ts'
import { useView } from './use-view.ts'

const SHOWN_MS = 5000

/** What just happened, or why it could not: shown for a moment, and said to screen readers. */
export function CanvasMessage() {
  const { message } = useView()
  const { refusal } = useDraft()
  const shown = useStore(message)
  useEffect(
    () =>
      refusal.subscribe(() => {
        const text = refusal.get()
        if (text !== null) message.set({ text, tone: 'bad' })
      }),
    [refusal, message],
  )
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => message.set(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, message])
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-16 z-20 flex justify-center px-4">
      {shown && (
        <p
          className={`max-w-lg animate-rise rounded border bg-surface px-3 py-1.5 text-sm shadow-float ${
            shown.tone === 'bad' ? 'border-bad text-bad' : 'border-line'
          }`}
        >
          <bdi>{shown.text}</bdi>
        </p>
      )}
    </div>
  )
}
