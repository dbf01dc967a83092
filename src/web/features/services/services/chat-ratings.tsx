import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { CASE_REFUSED } from '#contract/runs/execution-states.ts'
import { t } from '#web/lib/language.ts'
import { MakeCase } from '#web/parts/agents/cases/make-case.tsx'
import { usePages } from '#web/parts/runs/chat/use-pages.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { GROWING_PAGE, ratingsQuery } from './service-queries.ts'
import { ShowMore } from './show-more.tsx'

/** What people think of answers, newest first; nothing before the first rating. */
export function ChatRatings({ id }: { id: string }) {
  const ratings = usePages(
    (offset) => ratingsQuery(id, offset),
    GROWING_PAGE,
    (one) => `${one.execution_id} ${one.rated_at}`,
  )
  const [kept, setKept] = useState<ExecutionId | null>(null)
  const mayKeep = useMayKeep(ratings.items?.[0]?.execution_id)
  if (!ratings.items || ratings.items.length === 0) return null
  return (
    <details className="surface-card px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('Feedback ({count})', { count: ratings.total })}</summary>
      <ul className="mt-3 grid gap-4">
        {ratings.items.map(({ execution_id, rating, reason, question, answer, rated_at }) => (
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
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-base">
                <RelativeTime time={rated_at} />
                <TextLink href={paths.run(execution_id)}>{t('Open the run')}</TextLink>
                {mayKeep && (
                  <Button size="sm" onClick={() => setKept(execution_id)}>
                    {t('Make a test case')}
                  </Button>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <ShowMore pages={ratings} />
      {kept && <CaseOfRun id={kept} onClose={() => setKept(null)} />}
    </details>
  )
}

/** Runs of one service are of one agent, whose author may keep them as its test cases. */
function useMayKeep(id: ExecutionId | undefined): boolean {
  const { data } = useQuery({ ...runQuery(id as ExecutionId), enabled: id !== undefined })
  return data !== undefined && data.abilities.make_case.reason !== CASE_REFUSED
}

function CaseOfRun({ id, onClose }: { id: ExecutionId; onClose: () => void }) {
  const { data } = useQuery(runQuery(id))
  return data && <MakeCase run={data} onClose={onClose} />
}
