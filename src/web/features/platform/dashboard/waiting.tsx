import { useQueries } from '@tanstack/react-query'
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { type Query, q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'

interface Queue {
  name: string
  href: string
  query: Query<{ total: number }>
}

const limit = 1

/** What buyers ask of a seller, and what the marketplace asks of an admin. */
function queuesOf(role: Role, permissions: readonly string[]): Queue[] {
  const queues: Queue[] = []
  if (permissions.includes('agents.create'))
    queues.push(
      {
        name: t('Refund requests from your buyers'),
        href: paths.sellerRefunds(),
        query: q('listRefunds', { query: { as: 'seller', status: 'requested', limit } }),
      },
      {
        name: t('Unanswered reviews of your agents'),
        href: paths.sellerReviews({ show: 'unanswered' }),
        query: q('listReceivedReviews', { query: { unanswered: 'true', limit } }),
      },
    )
  if (permissions.includes('admin.agents.manage'))
    queues.push(
      {
        name: t('Agent versions to review'),
        href: paths.adminAgents(),
        query: q('listSubmissions', { query: { limit } }),
      },
      {
        name: t('Reviews to moderate'),
        href: paths.adminReviews(),
        query: q('listModeratedReviews', { query: { limit } }),
      },
    )
  if (isAdminOrAbove(role))
    queues.push(
      {
        name: t('Refunds to decide'),
        href: paths.adminPayments(),
        query: q('listAllRefunds', { query: { status: 'requested', limit } }),
      },
      {
        name: t('Seller details to check'),
        href: paths.adminSellers(),
        query: q('listSellerProfiles', { query: { limit } }),
      },
    )
  return queues
}

/** How much waits for a decision of this person, by where it is decided. */
export function Waiting() {
  const user = useUser()
  const queues = user ? queuesOf(user.role, user.permissions) : []
  const found = useQueries({ queries: queues.map(({ query }) => query) })
  const waiting = queues
    .map((queue, at) => ({ ...queue, total: found[at]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="waiting" className="text-lg">
        {t('Waiting for your decision')}
      </h2>
      <ul className="overflow-hidden surface-card">
        {waiting.map(({ name, href, total }) => (
          <li key={name} className="border-line border-b last:border-0">
            <Link
              href={href}
              className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0 font-medium">{name}</span>
              <span className="rounded bg-warn-soft px-2 py-0.5 font-medium text-xs text-warn tabular-nums">
                {formatNumber(total)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
