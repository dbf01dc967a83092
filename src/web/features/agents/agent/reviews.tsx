import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { REVIEW_SORTS, REVIEWS, type ReviewSort } from '#contract/agents/review-limits.ts'
import type { AgentReviews } from '#contract/agents/reviews.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { ReviewItem } from '#web/parts/agents/listing/review-item.tsx'
import { Stars } from '#web/parts/agents/listing/stars.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OwnReview } from './own-review.tsx'
import { ReportButton } from './report-review.tsx'
import { UsefulButton } from './useful-review.tsx'

const MOST = 100
const sortNames = (): Record<ReviewSort, string> => ({
  newest: t('Newest first'),
  useful: t('Most helpful first'),
  highest: t('Highest rated first'),
  lowest: t('Lowest rated first'),
})

interface Shown {
  sort: ReviewSort
  /** Null is any number of them. */
  stars: number | null
  limit: number
}

/** Which reviews an address asks for: `reviews` is how many, `stars` which, `by` their order. */
function shownOf(params: URLSearchParams): Shown {
  const stars = Number(params.get('stars'))
  const limit = Number(params.get('reviews'))
  return {
    sort: REVIEW_SORTS.find((sort) => sort === params.get('by')) ?? 'newest',
    stars: Number.isInteger(stars) && stars >= 1 && stars <= 5 ? stars : null,
    limit: Number.isInteger(limit) && limit > REVIEWS.page && limit <= MOST ? limit : REVIEWS.page,
  }
}

/** What buyers and users say, with what they themselves may do about it. */
export default function Reviews({ slug }: { slug: string }) {
  const [params, setParams] = useSearchParams()
  const { sort, stars, limit } = shownOf(params)
  const [version, setVersion] = useState<number | null>(null)
  const { data, error } = useQuery({
    ...q('listReviews', {
      params: { id: slug },
      query: { sort, limit, ...(stars !== null && { stars }), ...(version !== null && { version }) },
    }),
    placeholderData: (before: AgentReviews | undefined) => before,
  })
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setParams(next, { preventScrollReset: true, replace: true })
  }
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-40 w-full" />
  const { summary, items, own, total, versions } = data
  const others = items.filter(({ id }) => id !== own?.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Summary summary={summary} stars={stars} onStars={(chosen) => choose('stars', chosen)} />
      <OwnReview key={own?.edited_at ?? own?.id} slug={slug} reviews={data} />
      {summary.count > 1 && (
        <div className="flex flex-wrap gap-2">
          {versions.length > 1 && (
            <Select
              label={t('Version reviewed')}
              hideLabel
              value={String(version ?? '')}
              options={[
                { value: '', label: t('All versions') },
                ...versions.map((number) => ({
                  value: String(number),
                  label: t('Version {version}', { version: number }),
                })),
              ]}
              onChange={(event) => setVersion(Number(event.target.value) || null)}
            />
          )}
          <Select
            label={t('Sort reviews')}
            hideLabel
            value={sort}
            options={Object.entries(sortNames()).map(([value, label]) => ({ value, label }))}
            onChange={(event) => choose('by', event.target.value === 'newest' ? null : event.target.value)}
          />
        </div>
      )}
      {items.length === 0 && summary.count > 0 && <p className="text-muted">{t('No matching reviews.')}</p>}
      {others.length > 0 && (
        <ul aria-label={t('Reviews')} className="grid gap-5">
          {others.map((review) => (
            <li key={review.id} className="border-line border-t pt-4">
              <ReviewItem
                review={review}
                actions={
                  <div className="flex flex-wrap gap-x-4">
                    <UsefulButton review={review} />
                    <ReportButton review={review} />
                  </div>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {total > items.length && limit < MOST && (
        <Button className="w-fit" onClick={() => choose('reviews', String(Math.min(MOST, limit + 20)))}>
          {t('Show more of {total}', { total: formatNumber(total) })}
        </Button>
      )}
      <Removals removals={data.removals} />
    </div>
  )
}

function Summary({
  summary: { count, rating, spread, buyers },
  stars,
  onStars,
}: {
  summary: AgentReviews['summary']
  stars: number | null
  onStars: (stars: string | null) => void
}) {
  if (rating === null)
    return (
      <p className="text-muted">
        {t('No reviews yet. The figures above are measured by the platform from real runs.')}
      </p>
    )
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,22rem)] sm:items-center sm:gap-10">
      <div className="grid justify-items-start gap-1">
        <p className="flex items-center gap-2.5">
          <span className="font-semibold text-3xl tabular-nums">{rating.toFixed(1)}</span>
          <Stars rating={rating} size="size-5" />
        </p>
        <p className="text-muted text-base">
          {count === 1
            ? t('1 review, {share} by verified buyers', { share: formatPercent(buyers / count) })
            : t('{count} reviews, {share} by verified buyers', {
                count: formatNumber(count),
                share: formatPercent(buyers / count),
              })}
        </p>
        <p className="max-w-60 text-muted text-base">{t('Newer reviews and reviews by buyers count more.')}</p>
      </div>
      <ul aria-label={t('Reviews by stars')} className="grid">
        {[5, 4, 3, 2, 1].map((given) => {
          const many = spread[given - 1] ?? 0
          return (
            <li key={given}>
              <button
                type="button"
                aria-pressed={stars === given}
                onClick={() => onStars(stars === given ? null : String(given))}
                className="grid min-h-7 w-full grid-cols-[1rem_minmax(0,1fr)_2.5rem] items-center gap-2 rounded px-1.5 text-base tabular-nums hover:bg-hover aria-pressed:bg-indigo-soft aria-pressed:text-indigo"
              >
                <span>
                  {given}
                  <span className="sr-only">{` ${given === 1 ? t('star:') : t('stars:')} `}</span>
                </span>
                <span className="h-2 overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-marigold-edge"
                    style={{ width: `${(many / count) * 100}%` }}
                  />
                </span>
                <span className="text-right">{formatNumber(many)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What moderators took out stays known. */
function Removals({ removals }: Pick<AgentReviews, 'removals'>) {
  if (removals.length === 0) return null
  return (
    <details className="text-base">
      <summary className="w-fit cursor-pointer py-1 text-muted">
        {removals.length === 1
          ? t('1 review was removed')
          : t('{count} reviews were removed', { count: removals.length })}
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {removals.map(({ reason, note, at }) => (
          <li key={at} className="wrap-anywhere">
            <span className="font-medium">{reason}</span>: {note} <span className="text-muted">·</span>{' '}
            <RelativeTime time={at} />
          </li>
        ))}
      </ul>
    </details>
  )
}
