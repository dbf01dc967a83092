import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Review } from '#contract/agents/reviews.ts'
import { t } from '#web/lib/language.ts'
import { ReviewItem } from '#web/parts/agents/listing/review-item.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

/** Reviews a page. */
export const SIZE = 25

interface Props<One extends Review> {
  segments: readonly { value: string; label: string }[]
  shown: string
  page: number
  /** The address of a choice and a page. */
  href(shown: string, page?: number): string
  items: readonly One[]
  total: number
  empty: ReactNode
  about(review: One): ReactNode
  actions(review: One): ReactNode
}

/** A page of reviews, each with what there is to do about it. */
export function ReviewList<One extends Review>(props: Props<One>) {
  const { segments, shown, page, href, items, total, empty, about, actions } = props
  const navigate = useNavigate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Segmented
        label={t('Which')}
        segments={segments}
        value={shown}
        onChange={(chosen) => void navigate(href(chosen), { preventScrollReset: true })}
      />
      {items.length === 0 ? (
        empty
      ) : (
        <ul aria-label={t('Reviews')} className="grid gap-5">
          {items.map((review) => (
            <li key={review.id} className="border-line border-t pt-4 first:border-0 first:pt-0">
              <ReviewItem review={review} about={about(review)} actions={actions(review)} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageSize={SIZE} total={total} href={(other) => href(shown, other)} />
    </div>
  )
}
