import { useEffect } from 'react'
import type { Message } from '#web/canvas/model/draft/view.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

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
    if (shown === null || shown.offers) return
    const timer = setTimeout(() => message.set(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, message])
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-16 z-20 flex justify-center px-4">
      {shown && (
        <div
          className={`grid max-w-lg animate-rise gap-2 rounded border bg-surface px-3 py-1.5 text-base shadow-raised ${
            shown.tone === 'bad' ? 'border-bad' : 'border-line'
          }`}
        >
          <p className={shown.tone === 'bad' ? 'text-bad' : ''}>
            <bdi>{shown.text}</bdi>
          </p>
          {shown.offers && <Offers offers={shown.offers} onDone={() => message.set(null)} />}
        </div>
      )}
    </div>
  )
}

function Offers({ offers, onDone }: { offers: NonNullable<Message['offers']>; onDone: () => void }) {
  return (
    <div className="pointer-events-auto flex flex-wrap gap-2 pb-1">
      {offers.map(({ label, perform }) => (
        <Button
          key={label}
          size="sm"
          onClick={() => {
            onDone()
            perform()
          }}
        >
          {label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={onDone}>
        {t('Not at all')}
      </Button>
    </div>
  )
}
