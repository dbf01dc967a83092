import { ThumbsUp } from 'lucide-react'
import type { Review } from '#contract/agents/reviews.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** How many found a review useful, and the way to say so; pressed again, it is taken back. */
export function UsefulButton({ review: { id, author, useful, voted, abilities } }: { review: Review }) {
  const vote = useAction(async () => {
    await call('voteReview', { params: { id }, body: { useful: !voted } })
    await refresh('listReviews')
  })
  return (
    <div className="grid gap-2">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 aria-pressed:bg-indigo-soft aria-pressed:text-indigo"
        icon={<ThumbsUp aria-hidden="true" />}
        aria-pressed={voted}
        busy={vote.busy && t('Saving...')}
        reason={abilities.vote.reason ?? undefined}
        onClick={() => void vote.run()}
      >
        {useful > 0 ? t('Useful ({count})', { count: formatNumber(useful) }) : t('Useful')}
        <span className="sr-only">, {t('the review by {author}', { author })}</span>
      </Button>
      {vote.error !== null && <Callout tone="bad">{friendly(vote.error)}</Callout>}
    </div>
  )
}
