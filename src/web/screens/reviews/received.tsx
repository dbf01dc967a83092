import { MessageSquare } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { REVIEWS } from '#contract/review-limits.ts'
import type { Review } from '#contract/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { SellerFrame } from '#web/layouts/seller-frame.tsx'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { ReviewItem } from '#web/listing/review-item.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

const SIZE = 25
const SHOWN = [
  { value: '', label: 'All' },
  { value: 'unanswered', label: 'Unanswered' },
] as const

const stateOf = (params: URLSearchParams) => ({
  unanswered: params.get('show') === 'unanswered',
  page: Math.max(1, Math.min(10_000, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
})
const receivedQuery = ({ unanswered, page }: ReturnType<typeof stateOf>) =>
  q('listReceivedReviews', {
    query: { unanswered: unanswered ? 'true' : 'false', limit: SIZE, offset: (page - 1) * SIZE },
  })

export const loader = ({ url }: ScreenArgs) => load(receivedQuery(stateOf(url.searchParams)))

/** What people say of one's agents, and the one answer to each. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = stateOf(params)
  const { items, total } = useData(receivedQuery(state))
  return (
    <SellerFrame
      title="Reviews"
      intro="What buyers and users say of your agents. Each review can be answered once, in public."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Segmented
          label="Which"
          segments={SHOWN}
          value={state.unanswered ? 'unanswered' : ''}
          onChange={(show) => void navigate(paths.sellerReviews({ show }), { preventScrollReset: true })}
        />
        {items.length === 0 ? (
          <EmptyState
            icon={<MessageSquare aria-hidden="true" />}
            title={state.unanswered ? 'Every review is answered' : 'No reviews yet'}
          >
            People write one after they bought an agent, or ran it {REVIEWS.least_runs} times with success.
          </EmptyState>
        ) : (
          <ul aria-label="Reviews" className="grid gap-5">
            {items.map((review) => (
              <li key={review.id} className="border-line border-t pt-4 first:border-0 first:pt-0">
                <ReviewItem
                  review={review}
                  about={
                    <p>
                      <TextLink href={paths.agent(review.agent.slug)}>{review.agent.name}</TextLink>
                    </p>
                  }
                  actions={<Reply review={review} />}
                />
              </li>
            ))}
          </ul>
        )}
        {(total > SIZE || state.page > 1) && (
          <Pagination
            page={state.page}
            pageSize={SIZE}
            total={total}
            href={(page) => paths.sellerReviews({ show: state.unanswered ? 'unanswered' : null, page })}
          />
        )}
      </div>
    </SellerFrame>
  )
}

function Reply({ review: { id, author, reply } }: { review: Review }) {
  const draft = `review-reply.${id}`
  const [text, setText] = useState(() => readDraft(draft).text ?? reply?.text ?? '')
  const [open, setOpen] = useState(() => readDraft(draft).text !== undefined)
  const send = useAction(async (said: string) => {
    await call('replyToReview', { params: { id }, body: { text: said } })
    keepDraft(draft, null)
    setText(said)
    setOpen(false)
    await refresh('listReceivedReviews', 'listReviews')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void send.run(text)
  }
  if (!open)
    return (
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setOpen(true)}>
          {reply ? 'Change your answer' : 'Answer'}
          <span className="sr-only"> to {author}</span>
        </Button>
        {reply && (
          <Button size="sm" variant="ghost" busy={send.busy && 'Removing...'} onClick={() => void send.run('')}>
            Remove it
          </Button>
        )}
      </div>
    )
  return (
    <form onSubmit={submit} noValidate className="grid max-w-prose gap-3">
      <TextArea
        label={`Answer to ${author}`}
        rows={3}
        maxLength={REVIEWS.reply}
        help="Everybody reads it below the review."
        error={send.error instanceof ApiError ? send.error.problem('text') : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          keepDraft(draft, { text: event.target.value })
        }}
      />
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          busy={send.busy && 'Sending...'}
          reason={text.trim() ? undefined : 'Write an answer first.'}
        >
          Send answer
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </form>
  )
}
