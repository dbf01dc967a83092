import { Flag } from 'lucide-react'
import { useState } from 'react'
import { REPORT_REASONS, REVIEWS, type ReportReason } from '#contract/agents/review-limits.ts'
import type { Review } from '#contract/agents/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const reasons = (): Record<ReportReason, string> => ({
  hate: t('Hate'),
  false: t('False information'),
  spam: t('Spam'),
  harassment: t('Harassment'),
  other: t('Something else'),
})

/** Says what is wrong with a review; moderators look at it. */
export function ReportButton({ review: { id, author, abilities } }: { review: Review }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState<ReportReason>('false')
  const [note, setNote] = useState('')
  const report = useAction(async () => {
    await call('reportReview', { params: { id }, body: { reason, note } })
    setOpen(false)
    await refresh('listReviews')
  })
  return (
    <div>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        icon={<Flag aria-hidden="true" />}
        reason={abilities.report.reason ?? undefined}
        onClick={() => setOpen(true)}
      >
        {t('Report')}
        <span className="sr-only"> {t('the review by {author}', { author })}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Report this review')}
        description={t('A moderator will check it. The author won’t see who reported it.')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
            <Button variant="primary" busy={report.busy && t('Reporting...')} onClick={() => void report.run()}>
              {t('Report')}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Select
            label={t('What’s wrong?')}
            value={reason}
            options={REPORT_REASONS.map((value) => ({ value, label: reasons()[value] }))}
            onChange={(event) => setReason(REPORT_REASONS.find((one) => one === event.target.value) ?? 'other')}
          />
          <TextArea
            label={t('Details')}
            optional
            rows={3}
            maxLength={REVIEWS.report_note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          {report.error !== null && <Callout tone="bad">{friendly(report.error)}</Callout>}
        </div>
      </Dialog>
    </div>
  )
}
