import { useQuery } from '@tanstack/react-query'
import { CircleAlert, ClipboardCheck, HandCoins, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { DAY_MS } from '#shared/time.ts'
import { openView } from '#web/api/acting/support-view.ts'
import { type Query, q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'

/** A failure is news for this long. */
const NEWS_MS = 7 * DAY_MS

const runsWith = (id: string, status: 'failed' | 'waiting') =>
  q('listExecutions', { query: { service_id: id, status, limit: 1 } })
const unpaidQuery = (id: string) => q('listWaitingResults', { query: { service_id: id, limit: 1 } })
const reviewQuery = (id: string) => q('listReviewQueue', { query: { service_id: id, limit: 1 } })

/** What the page asks for before it is drawn; the queue of reviews only reviewers may read. */
export const needsQueries = (id: string): Query<unknown>[] => [
  runsWith(id, 'failed'),
  runsWith(id, 'waiting'),
  unpaidQuery(id),
]

/** What waits for a person, or went wrong: the first of each kind, one press from its result. */
export function ServiceNeeds({ service: { id } }: { service: ServiceDetail }) {
  const user = useUser()
  // The queue is closed to a super admin who sees Chowk as its user.
  const reviews = openView() === null && (!user?.workspace || mayIn(user.workspace.role, 'review'))
  const { data: failed } = useQuery(runsWith(id, 'failed'))
  const { data: waiting } = useQuery(runsWith(id, 'waiting'))
  const { data: unpaid } = useQuery(unpaidQuery(id))
  const { data: queue } = useQuery({ ...reviewQuery(id), enabled: reviews })
  const [failure, wait, result, document] = [failed?.items[0], waiting?.items[0], unpaid?.items[0], queue?.items[0]]
  const isNews = failure && Date.now() - Date.parse(failure.created_at) < NEWS_MS
  if (!(result || wait || isNews || document)) return null
  return (
    <section aria-label={t('Needs you')}>
      <ul className="flex flex-wrap gap-2">
        {result && unpaid && (
          <Need
            href={paths.run(result.execution_id)}
            icon={<HandCoins aria-hidden="true" className="text-warn" />}
            what={t('To accept: {amount}', { amount: formatPaise(result.price_paise) })}
            count={unpaid.total}
            title={result.title}
          />
        )}
        {wait && waiting && (
          <Need
            href={paths.run(wait.id)}
            icon={<Hourglass aria-hidden="true" className="text-warn" />}
            what={t('Waits for an answer')}
            count={waiting.total}
            title={wait.title}
          />
        )}
        {failure && isNews && (
          <Need
            href={paths.run(failure.id)}
            icon={<CircleAlert aria-hidden="true" className="text-bad" />}
            what={t('Failed')}
            count={1}
            title={failure.title}
          />
        )}
        {document && queue && (
          <Need
            href={paths.review({ service: id, open: document.execution_id })}
            icon={<ClipboardCheck aria-hidden="true" className="text-indigo" />}
            what={t('To review')}
            count={queue.total}
            title={document.title}
          />
        )}
      </ul>
    </section>
  )
}

interface NeedProps {
  href: string
  icon: ReactNode
  what: string
  /** With the first, of which the title is shown. */
  count: number
  title: string | null
}

const Need = ({ href, icon, what, count, title }: NeedProps) => (
  <li className="min-w-0 max-w-full">
    <Link
      href={href}
      title={title ?? undefined}
      className="flex min-h-9 max-w-full items-center gap-2 surface-card px-3 text-base hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="shrink-0 font-medium">{what}</span>
      {title !== null && (
        <span className="min-w-0 max-w-72 truncate text-muted">
          <MaskedText text={title} />
        </span>
      )}
      {count > 1 && (
        <span className="shrink-0 rounded bg-warn-soft px-1.5 font-medium text-warn text-xs tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </Link>
  </li>
)
