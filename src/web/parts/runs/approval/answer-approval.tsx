import { type ReactNode, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

interface AnswerProps {
  /** What was pressed, while it is sent. */
  sending: 'approve' | 'reject' | null
  onAnswer: (answer: { approved: boolean; comment: string }) => void
  children?: ReactNode
}

/** Approve or reject, with a word about it. */
export function AnswerApproval({ sending, onAnswer, children }: AnswerProps) {
  const [comment, setComment] = useState('')
  const say = (approved: boolean) => onAnswer({ approved, comment })
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('Comment')}
        optional
        rows={2}
        maxLength={2000}
        value={comment}
        onChange={(e) => setComment(e.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={sending === 'approve' && t('Sending...')}
          disabled={sending === 'reject'}
          onClick={() => say(true)}
        >
          {t('Approve')}
        </Button>
        <Button
          busy={sending === 'reject' && t('Sending...')}
          disabled={sending === 'approve'}
          onClick={() => say(false)}
        >
          {t('Reject')}
        </Button>
        {children}
      </div>
    </div>
  )
}
