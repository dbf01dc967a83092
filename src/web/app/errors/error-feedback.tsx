import { type FormEvent, useState } from 'react'
import { REPORT_LIMITS } from '#contract/admin/report-limits.ts'
import type { ErrorRecord } from '#contract/core/error-records.ts'
import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { friendly } from '#web/api/friendly.ts'
import { sendFeedback } from '#web/api/reporter.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** What was typed and whether it was sent, by fault: another tab or a retry in between loses neither. */
const kept = new Map<string, { text: string; sent: boolean }>()

/** §4, §5: optional, sent once, never empty. */
export function ErrorFeedback({ fault, error, record }: { fault: string; error: unknown; record: ErrorRecord }) {
  const [{ text, sent }, setState] = useState(() => kept.get(fault) ?? { text: '', sent: false })
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const keep = (next: { text: string; sent: boolean }) => {
    kept.set(fault, next)
    setState(next)
  }
  if (sent) return <p role="status">{t(ERROR_PAGE_TEXTS.feedback_thanks)}</p>

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || sending) return
    setSending(true)
    setFailure(null)
    try {
      await sendFeedback(error, record, text)
      keep({ text: '', sent: true })
    } catch (refusal) {
      setFailure(friendly(refusal))
    } finally {
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      {failure && (
        <Callout tone="bad" title={t('Your feedback couldn’t be sent')}>
          {failure} {t('Your text is still here.')}
        </Callout>
      )}
      <TextArea
        label={t('What were you doing?')}
        optional
        maxLength={REPORT_LIMITS.feedback}
        value={text}
        onChange={(event) => keep({ text: event.target.value, sent: false })}
      />
      <div>
        <Button type="submit" variant="primary" disabled={text.trim() === ''} busy={sending && t('Sending...')}>
          {t('Send feedback')}
        </Button>
      </div>
    </form>
  )
}
