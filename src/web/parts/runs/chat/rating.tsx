import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { ChatState } from './chat-state.ts'

const REASON_CHARS = 1_000

/** What a person thinks of an answer: a thumb, and why. */
export function Rating({ message, rate }: { message: ChatMessage; rate: NonNullable<ChatState['rate']> }) {
  const [rating, setRating] = useState(message.rating)
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const choose = async (wanted: 'up' | 'down' | null, reason: string) => {
    const before = rating
    setRating(wanted)
    setNote('')
    try {
      await rate(message.id, wanted, reason)
      if (wanted !== null) setNote(t('Thanks for your feedback.'))
    } catch (error) {
      setRating(before)
      setNote(friendly(error))
    }
  }
  const press = (wanted: 'up' | 'down') => {
    const isBack = rating === wanted
    setAsking(!isBack)
    void choose(isBack ? null : wanted, '')
  }
  return (
    <>
      <IconButton label={t('Good answer')} size="sm" aria-pressed={rating === 'up'} onClick={() => press('up')}>
        <ThumbsUp aria-hidden="true" className={rating === 'up' ? 'fill-current text-ink' : ''} />
      </IconButton>
      <IconButton label={t('Bad answer')} size="sm" aria-pressed={rating === 'down'} onClick={() => press('down')}>
        <ThumbsDown aria-hidden="true" className={rating === 'down' ? 'fill-current text-ink' : ''} />
      </IconButton>
      <span role="status" className="text-muted text-xs">
        {note}
      </span>
      {asking && rating !== null && (
        <Reason
          onClose={() => setAsking(false)}
          onSend={(reason) => {
            setAsking(false)
            void choose(rating, reason)
          }}
        />
      )}
    </>
  )
}

function Reason({ onSend, onClose }: { onSend: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // Under the last answer it would open behind the field for messages.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <form
      ref={form}
      className="grid w-full gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSend(reason.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextArea
        label={t('Why? (optional)')}
        rows={2}
        dir="auto"
        maxLength={REASON_CHARS}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex gap-2">
        <Button size="sm" type="submit" variant="primary" disabled={reason.trim() === ''}>
          {t('Send feedback')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </form>
  )
}
