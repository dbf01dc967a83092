import { q, useData } from '#web/api/query.ts'
import { toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RefundRequests } from './refund-requests.tsx'

const SIZE = 25
export const allRefundsQuery = (page: number) =>
  q('listAllRefunds', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

/** Every refund, open requests first. */
export function AllRefunds({ page }: { page: number }) {
  const { items, total } = useData(allRefundsQuery(page))
  if (total === 0) return <EmptyState title="No refunds yet">Refund requests from buyers appear here.</EmptyState>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RefundRequests refunds={items} />
      <Pagination
        page={page}
        pageSize={SIZE}
        total={total}
        href={(to) => paths.adminPayments({ tab: 'refunds', page: toParam(to) })}
      />
    </div>
  )
}
