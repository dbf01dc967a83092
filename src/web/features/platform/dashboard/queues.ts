import { useQueries } from '@tanstack/react-query'
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { type Query, q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'

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

export interface Waiting extends Omit<Queue, 'query'> {
  total: number
}

/** How much waits for a decision of this person, by where it is decided. Null until it is known. */
export function useWaiting(): Waiting[] | null {
  const user = useUser()
  const queues = user ? queuesOf(user.role, user.permissions) : []
  const found = useQueries({ queries: queues.map(({ query }) => query) })
  if (found.some(({ isPending }) => isPending)) return null
  return queues
    .map(({ name, href }, at) => ({ name, href, total: found[at]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)
}
