import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Review } from '#contract/agents/reviews.ts'
import { DAY_MS } from '#shared/time.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stars } from './stars.tsx'

const MONTH_MS = 30 * DAY_MS

/** How long they had used it when they wrote, and how often it had worked. */
function useText({ used_since, created_at, edited_at, runs }: Review): string {
  const months = Math.floor((Date.parse(edited_at ?? created_at) - Date.parse(used_since)) / MONTH_MS)
  const often = runs === 1 ? t('1 run') : t('{count} runs', { count: runs })
  const long =
    months < 1
      ? t('used for less than a month')
      : months === 1
        ? t('used for 1 month')
        : t('used for {months} months', { months })
  return runs > 0 ? `${often}, ${long}` : long
}

/** One review as text, whatever it holds, with the seller's answer; `actions` stand below. */
export function ReviewItem({ review, about, actions }: { review: Review; about?: ReactNode; actions?: ReactNode }) {
  return (
    <article aria-label={t('Review by {name}', { name: review.author })} className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Stars rating={review.stars} />
        <bdi className="font-medium">{review.author}</bdi>
        {review.is_buyer && (
          <Badge tone="good">
            <BadgeCheck aria-hidden="true" className="size-3.5" />
            {t('Verified buyer')}
          </Badge>
        )}
        {review.status === 'held' && <Badge tone="warn">{t('Waiting for moderation')}</Badge>}
        {review.status === 'removed' && <Badge tone="bad">{t('Removed')}</Badge>}
      </p>
      {about}
      {review.text && <p className="wrap-anywhere max-w-prose whitespace-pre-wrap">{review.text}</p>}
      <p className="text-muted text-base">
        {t('Version {version}', { version: review.version })} · {useText(review)} ·{' '}
        <RelativeTime time={review.edited_at ?? review.created_at} />
        {review.edited_at && t(', edited')}
      </p>
      {review.removal && (
        <p className="wrap-anywhere text-bad text-base">
          {t('Removed: {reason}: {note}', { reason: review.removal.reason, note: review.removal.note })}
        </p>
      )}
      {review.reply && (
        <div className="grid max-w-prose gap-1 border-line border-l-2 pl-3">
          <p className="text-muted text-base">
            {t('Seller’s reply')} <RelativeTime time={review.reply.at} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{review.reply.text}</p>
        </div>
      )}
      {actions}
    </article>
  )
}
