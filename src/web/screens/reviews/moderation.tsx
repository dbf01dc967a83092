import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { REPORT_REASONS, REVIEWS } from '#contract/review-limits.ts'
import type { ModeratedReview } from '#contract/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Page } from '#web/layouts/page.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { ReviewItem } from '#web/listing/review-item.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

const SIZE = 25
const SHOWN = [
  { value: 'open', label: 'Waiting' },
  { value: 'removed', label: 'Removed' },
] as const

const stateOf = (params: URLSearchParams) => ({
  status: params.get('status') === 'removed' ? ('removed' as const) : ('open' as const),
  page: Math.max(1, Math.min(10_000, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
})
const moderatedQuery = ({ status, page }: ReturnType<typeof stateOf>) =>
  q('listModeratedReviews', { query: { status, limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => load(moderatedQuery(stateOf(url.searchParams)))

/** Reviews that somebody reported or a guard kept back, and those that were removed. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = stateOf(params)
  const { items, total } = useData(moderatedQuery(state))
  return (
    <Page title="Reviews to judge" wide>
      <PageHeader title="Reviews to judge">
        Reviews that were reported, and those a guard against abuse keeps back. What is removed leaves a public note.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Segmented
          label="Which"
          segments={SHOWN}
          value={state.status}
          onChange={(status) =>
            void navigate(paths.adminReviews({ status: status === 'open' ? null : status }), {
              preventScrollReset: true,
            })
          }
        />
        {items.length === 0 ? (
          <EmptyState
            icon={<ShieldCheck aria-hidden="true" />}
            title={state.status === 'open' ? 'Nothing waits' : 'Nothing was removed'}
          >
            {state.status === 'open' ? 'You are told when somebody reports a review.' : undefined}
          </EmptyState>
        ) : (
          <ul aria-label="Reviews" className="grid gap-5">
            {items.map((review) => (
              <li key={review.id} className="border-line border-t pt-4 first:border-0 first:pt-0">
                <Judged review={review} />
              </li>
            ))}
          </ul>
        )}
        {(total > SIZE || state.page > 1) && (
          <Pagination
            page={state.page}
            pageSize={SIZE}
            total={total}
            href={(page) => paths.adminReviews({ status: state.status === 'open' ? null : state.status, page })}
          />
        )}
      </div>
    </Page>
  )
}

const HELD = {
  ring: 'Kept back: sellers who review each other’s agents.',
  burst: 'Kept back: many reviews of one day by people who paid nothing.',
} as const

function Judged({ review }: { review: ModeratedReview }) {
  const [removing, setRemoving] = useState(false)
  const keep = useAction(async () => {
    await call('moderateReview', { params: { id: review.id }, body: { action: 'keep' } })
    await refresh('listModeratedReviews', 'listReviews')
  })
  const reason = review.moderate.reason ?? undefined
  return (
    <ReviewItem
      review={review}
      about={
        <div className="grid gap-1">
          <p>
            of <TextLink href={paths.agent(review.agent.slug)}>{review.agent.name}</TextLink>
          </p>
          {review.held_for && <p className="text-warn">{HELD[review.held_for]}</p>}
        </div>
      }
      actions={
        <div className="grid gap-3">
          {review.reports.length > 0 && (
            <ul aria-label="Reports" className="grid gap-1 text-sm">
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
              {review.status === 'removed' ? 'Show it again' : 'Keep it'}
            </Button>
            {review.status !== 'removed' && (
              <Button size="sm" reason={reason} onClick={() => setRemoving(true)}>
                Remove…
              </Button>
            )}
            {reason && <p className="text-muted text-sm">{reason}</p>}
          </div>
          <RemoveDialog review={review} open={removing} onClose={() => setRemoving(false)} />
        </div>
      }
    />
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
      description="Its stars no longer count and its text is hidden. The reason and the note stay on the agent’s page."
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
          help="Everybody reads it. Do not repeat what the review said."
          error={tried && note.trim() === '' ? 'Say why' : undefined}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      </div>
    </Dialog>
  )
}
