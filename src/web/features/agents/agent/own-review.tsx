import { type FormEvent, useState } from 'react'
import { REVIEWS } from '#contract/agents/review-limits.ts'
import type { AgentReviews } from '#contract/agents/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { ReviewItem } from '#web/parts/agents/listing/review-item.tsx'
import { StarsField } from '#web/parts/agents/listing/stars.tsx'
import { ProveAddress } from '#web/parts/billing/checkout/prove-address.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

/** One's own review, or the way to write it; who may not is told why. */
export function OwnReview({ slug, reviews: { own, abilities, lacks_proof } }: { slug: string; reviews: AgentReviews }) {
  const user = useUser()
  const [writing, setWriting] = useState(false)
  const [asked, setAsked] = useState(false)
  const take = useAction(async () => {
    await call('deleteReview', { params: { id: slug } })
    setAsked(false)
    await refresh('listReviews', 'getAgent')
  })
  if (user === null)
    return (
      <LinkButton href={paths.login(`${paths.agent(slug)}#reviews`)} className="w-fit">
        {t('Sign in to write a review')}
      </LinkButton>
    )
  if (writing) return <ReviewForm slug={slug} own={own} onDone={() => setWriting(false)} />
  if (own === null)
    return (
      <div className="grid justify-items-start gap-1.5">
        <Button reason={abilities.write.reason ?? undefined} onClick={() => setWriting(true)}>
          {t('Write a review')}
        </Button>
        {abilities.write.reason && <p className="text-muted text-base">{abilities.write.reason}</p>}
        {lacks_proof && <ProveAddress />}
      </div>
    )
  return (
    <section aria-label={t('Your review')} className="grid gap-3 rounded border border-line bg-sunken p-4">
      <ReviewItem
        review={own}
        actions={
          own.abilities.edit.allowed && (
            <div className="flex gap-2">
              <Button size="sm" onClick={() => setWriting(true)}>
                {t('Edit')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
                {t('Take it back')}
              </Button>
            </div>
          )
        }
      />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('Delete your review?')}
        keep={t('Cancel')}
        act={t('Take it back')}
        busy={take.busy && t('Taking it back...')}
        onAct={() => void take.run()}
        failure={take.error !== null && friendly(take.error)}
      >
        <p>{t('Your rating, your text and the seller’s reply will be deleted.')}</p>
      </ConfirmDialog>
    </section>
  )
}

function ReviewForm({ slug, own, onDone }: { slug: string; own: AgentReviews['own']; onDone: () => void }) {
  const draft = `agent-review.${slug}`
  const [stars, setStars] = useState(() => Number(readDraft(draft).stars ?? own?.stars ?? 0))
  const [text, setText] = useState(() => readDraft(draft).text ?? own?.text ?? '')
  const [tried, setTried] = useState(false)
  const keep = (change: { stars?: number; text?: string }) => {
    const next = { stars, text, ...change }
    setStars(next.stars)
    setText(next.text)
    keepDraft(draft, { stars: String(next.stars), text: next.text })
  }
  const send = useAction(async () => {
    await call('writeReview', { params: { id: slug }, body: { stars, text } })
    keepDraft(draft, null)
    onDone()
    await refresh('listReviews', 'getAgent')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (stars > 0) void send.run()
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-prose gap-4 rounded border border-line bg-sunken p-4">
      <StarsField
        value={stars}
        error={tried && stars === 0 ? t('Choose a rating') : undefined}
        onChange={(chosen) => keep({ stars: chosen })}
      />
      <TextArea
        label={t('How was it?')}
        optional
        rows={4}
        maxLength={REVIEWS.text}
        help={t('Public, with your name and the version you used.')}
        error={send.error instanceof ApiError ? send.error.problem('text') : undefined}
        value={text}
        onChange={(event) => keep({ text: event.target.value })}
      />
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      {send.error instanceof ApiError && send.error.code === 'address_unproven' && <ProveAddress />}
      <div className="flex gap-2">
        <Button type="submit" busy={send.busy && t('Sending...')}>
          {own ? t('Save review') : t('Submit review')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Not now')}
        </Button>
      </div>
    </form>
  )
}
