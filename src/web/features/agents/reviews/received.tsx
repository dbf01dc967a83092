import { MessageSquare } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { REVIEWS } from '#contract/agents/review-limits.ts'
import type { Review } from '#contract/agents/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ReviewList, SIZE } from './review-list.tsx'

const shownWords = () => [
  { value: '', label: t('All') },
  { value: 'unanswered', label: t('Unanswered') },
]

const stateOf = (params: URLSearchParams) => ({
  shown: params.get('show') === 'unanswered' ? ('unanswered' as const) : ('' as const),
  page: pageParam(params),
})
const receivedQuery = ({ shown, page }: ReturnType<typeof stateOf>) =>
  q('listReceivedReviews', {
    query: { unanswered: shown === '' ? 'false' : 'true', limit: SIZE, offset: (page - 1) * SIZE },
  })

export const loader = ({ url }: ScreenArgs) => load(receivedQuery(stateOf(url.searchParams)))

/** What people say of one's agents, and the one answer to each. */
export function Component() {
  const [params] = useSearchParams()
  const state = stateOf(params)
  const { items, total } = useData(receivedQuery(state))
  return (
    <SellerFrame
      title={t('Reviews')}
      intro={t('What buyers and users say about your agents. You can reply publicly to each review once.')}
    >
      <ReviewList
        segments={shownWords()}
        {...state}
        href={(show, page) => paths.sellerReviews({ show, page: page ?? null })}
        items={items}
        total={total}
        empty={
          <EmptyState
            icon={<MessageSquare aria-hidden="true" />}
            title={state.shown === '' ? t('No reviews yet') : t('All reviews answered')}
          >
            {t(
              'People can review an agent after buying it or running it {count} times successfully on their own input.',
              { count: REVIEWS.least_runs },
            )}
          </EmptyState>
        }
        about={({ agent }) => (
          <p>
            <TextLink href={paths.agent(agent.slug)}>{agent.name}</TextLink>
          </p>
        )}
        actions={(review) => <Reply review={review} />}
      />
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
          {reply ? t('Edit your reply') : t('Answer')}
          <span className="sr-only"> {t('to {name}', { name: author })}</span>
        </Button>
        {reply && (
          <Button size="sm" variant="ghost" busy={send.busy && t('Removing...')} onClick={() => void send.run('')}>
            {t('Remove')}
          </Button>
        )}
      </div>
    )
  return (
    <form onSubmit={submit} noValidate className="grid max-w-prose gap-3">
      <TextArea
        label={t('Reply to {name}', { name: author })}
        rows={3}
        maxLength={REVIEWS.reply}
        help={t('Shown publicly below the review.')}
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
          busy={send.busy && t('Sending...')}
          reason={text.trim() ? undefined : t('Write a reply first.')}
        >
          {t('Send reply')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          {t('Not now')}
        </Button>
      </div>
    </form>
  )
}
