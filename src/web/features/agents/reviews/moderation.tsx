import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { REPORT_REASONS, REVIEWS } from '#contract/agents/review-limits.ts'
import type { ModeratedReview } from '#contract/agents/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ReviewList, SIZE } from './review-list.tsx'

const SHOWN = [
  { value: 'open', label: 'Waiting' },
  { value: 'removed', label: 'Removed' },
] as const

const stateOf = (params: URLSearchParams) => ({
  shown: params.get('status') === 'removed' ? ('removed' as const) : ('open' as const),
  page: pageParam(params),
})
const moderatedQuery = ({ shown, page }: ReturnType<typeof stateOf>) =>
  q('listModeratedReviews', { query: { status: shown, limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => load(moderatedQuery(stateOf(url.searchParams)))

/** Reviews that were reported or withheld by a guard, and removed ones. */
export function Component() {
  const [params] = useSearchParams()
  const state = stateOf(params)
  const { items, total } = useData(moderatedQuery(state))
  const waiting = state.shown === 'open'
  return (
    <AdminFrame
      title="Reviews to moderate"
      intro="Reported reviews, and reviews held back by abuse protection. Removed reviews leave a public note."
    >
      <ReviewList
        segments={SHOWN}
        {...state}
        href={(shown, page) => paths.adminReviews({ status: shown === 'open' ? null : shown, page: page ?? null })}
        items={items}
        total={total}
        empty={
          <EmptyState icon={<ShieldCheck aria-hidden="true" />} title={waiting ? 'Nothing waiting' : 'Nothing removed'}>
            {waiting ? 'We’ll notify you when someone reports a review.' : undefined}
          </EmptyState>
        }
        about={(review) => (
          <div className="grid gap-1">
            <p>
              of <TextLink href={paths.agent(review.agent.slug)}>{review.agent.name}</TextLink>
            </p>
            {review.held_for && <p className="text-warn">{HELD[review.held_for]}</p>}
          </div>
        )}
        actions={(review) => <Judging review={review} />}
      />
    </AdminFrame>
  )
}

const HELD = {
  ring: 'Held back: sellers reviewing each other’s agents.',
  burst: 'Held back: many reviews on one day by people who paid nothing.',
} as const

function Judging({ review }: { review: ModeratedReview }) {
  const [removing, setRemoving] = useState(false)
  const keep = useAction(async () => {
    await call('moderateReview', { params: { id: review.id }, body: { action: 'keep' } })
    await refresh('listModeratedReviews', 'listReviews')
  })
  const reason = review.moderate.reason ?? undefined
  return (
    <div className="grid gap-3">
      {review.reports.length > 0 && (
        <ul aria-label="Reports" className="grid gap-1 text-base">
          {review.reports.map((report) => (
            <li key={report.by + report.at} className="wrap-anywhere">
              <bdi>{report.by}</bdi>, <RelativeTime time={report.at} />:{' '}
              <span className="font-medium">{report.reason}</span>
              {report.note && ` · ${report.note}`}
            </li>
          ))}
        </ul>
      )}
      {keep.error !== null && <Callout tone="bad">{friendly(keep.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" reason={reason} busy={keep.busy && 'Keeping...'} onClick={() => void keep.run()}>
          {review.status === 'removed' ? 'Show again' : 'Keep review'}
        </Button>
        {review.status !== 'removed' && (
          <Button size="sm" reason={reason} onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        )}
        {reason && <p className="text-muted text-base">{reason}</p>}
      </div>
      <RemoveDialog review={review} open={removing} onClose={() => setRemoving(false)} />
    </div>
  )
}

function RemoveDialog({ review, open, onClose }: { review: ModeratedReview; open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState(review.reports[0]?.reason ?? 'spam')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const remove = useAction(async () => {
    await call('moderateReview', { params: { id: review.id }, body: { action: 'remove', reason, note } })
    onClose()
    await refresh('listModeratedReviews', 'listReviews')
  })
  const submit = () => {
    setTried(true)
    if (note.trim() !== '') void remove.run()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Remove this review?"
      description="The rating no longer counts and the text is hidden. The reason and note stay on the agent’s page."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.busy && 'Removing...'} onClick={submit}>
            Remove
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label="Reason"
          value={reason}
          options={REPORT_REASONS.map((value) => ({ value, label: value }))}
          onChange={(event) => setReason(REPORT_REASONS.find((one) => one === event.target.value) ?? 'other')}
        />
        <TextArea
          label="Public note"
          rows={3}
          maxLength={REVIEWS.removal_note}
          help="Public. Don’t repeat what the review said."
          error={tried && note.trim() === '' ? 'Enter a reason' : undefined}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      </div>
    </Dialog>
  )
}
