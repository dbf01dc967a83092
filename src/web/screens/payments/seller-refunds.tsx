import { Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import { RefundRequests } from '#web/checkout/refund-requests.tsx'
import { TestPaymentsNote } from '#web/checkout/test-note.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { SellerFrame } from '#web/layouts/seller-frame.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { DisputeView, disputeQuery } from './dispute.tsx'
import { OwnDisputes, ownDisputesQuery } from './disputes.tsx'

const query = q('listRefunds', { query: { as: 'seller', limit: 100 } })

export const loader = async ({ url }: ScreenArgs) => {
  const dispute = url.searchParams.get('dispute')
  await (dispute === null ? Promise.all([load(query), load(ownDisputesQuery)]) : load(disputeQuery(dispute)))
}

/** What buyers ask back of a seller. */
export function Component() {
  const [params] = useSearchParams()
  const dispute = params.get('dispute')
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
      {dispute === null ? <Asked /> : <DisputeView key={dispute} id={dispute} back={paths.sellerRefunds()} />}
    </SellerFrame>
  )
}

function Asked() {
  const { items } = useData(query)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {items.length === 0 ? (
        <EmptyState icon={<Undo2 aria-hidden="true" />} title="Nobody asks for money back">
          Requests of buyers appear here.
        </EmptyState>
      ) : (
        <RefundRequests refunds={items} />
      )}
      <OwnDisputes />
    </div>
  )
}
