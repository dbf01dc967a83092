import { q, useData } from '#web/api/query.ts'
import { RefundRequests } from '#web/checkout/refund-requests.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const allRefunds = q('listAllRefunds', { query: { limit: 100 } })

/** Every refund, open requests first. */
export function AllRefunds() {
  const { items } = useData(allRefunds)
  if (items.length === 0) return <EmptyState title="No refunds yet">What buyers ask back appears here.</EmptyState>
  return <RefundRequests refunds={items} />
}
