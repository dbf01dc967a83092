import { Undo2 } from 'lucide-react'
import { load, q, useData } from '#web/api/query.ts'
import { RefundRequests } from '#web/checkout/refund-requests.tsx'
import { TestPaymentsNote } from '#web/checkout/test-note.tsx'
import { SellerFrame } from '#web/layouts/seller-frame.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'

const query = q('listRefunds', { query: { as: 'seller', limit: 100 } })

export const loader = () => load(query)

/** What buyers ask back of a seller. */
export function Component() {
  const { items } = useData(query)
  return (
    <SellerFrame
      title="Refunds"
      actions={<TestPaymentsNote />}
      intro={
        <>
          What buyers of your agents ask back. An unanswered request goes to the admins after three days. What you give
          back is taken from your earnings, also after a payout. See the{' '}
          <TextLink href={paths.refundPolicy()}>refund policy</TextLink>.
        </>
      }
    >
      {items.length === 0 ? (
        <EmptyState icon={<Undo2 aria-hidden="true" />} title="Nobody asks for money back">
          Requests of buyers appear here.
        </EmptyState>
      ) : (
        <RefundRequests refunds={items} />
      )}
    </SellerFrame>
  )
}
