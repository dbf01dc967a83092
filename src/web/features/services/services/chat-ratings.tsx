import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ratingsQuery } from './service-queries.ts'

/** What people think of answers, newest first; nothing before the first rating. */
export function ChatRatings({ id }: { id: string }) {
  const { data } = useQuery(ratingsQuery(id))
  if (!data || data.items.length === 0) return null
  return (
    <details className="surface-card px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('Feedback ({count})', { count: data.total })}</summary>
      <ul className="mt-3 grid gap-4">
        {data.items.map(({ execution_id, rating, reason, question, answer, rated_at }) => (
          <li key={execution_id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            {rating === 'up' ? (
              <ThumbsUp role="img" aria-label={t('Good answer')} className="size-4.5 text-good" />
            ) : (
              <ThumbsDown role="img" aria-label={t('Bad answer')} className="size-4.5 text-bad" />
            )}
            <div className="grid gap-1 wrap-anywhere">
              {reason !== '' && (
                <p dir="auto" className="font-medium">
                  {reason}
                </p>
              )}
              <p dir="auto" className="line-clamp-2">
                {question}
              </p>
              <p dir="auto" className="line-clamp-3 text-muted">
                {answer}
              </p>
              <p className="text-muted text-sm">
                <RelativeTime time={rated_at} /> ·{' '}
                <TextLink href={paths.run(execution_id)}>{t('Open the run')}</TextLink>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
