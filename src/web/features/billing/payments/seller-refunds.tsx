import { Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { DisputeView, disputeQuery } from './dispute.tsx'
import { OwnDisputes, ownDisputesQuery } from './disputes.tsx'
import { RefundRequests } from './refund-requests.tsx'

const SIZE = 25
const query = (page: number) => q('listRefunds', { query: { as: 'seller', limit: SIZE, offset: (page - 1) * SIZE } })

const pagesOf = (params: URLSearchParams) => ({
  page: pageParam(params),
  disputes: pageParam(params, 'disputes'),
})

export const loader = async ({ url }: ScreenArgs) => {
  const dispute = url.searchParams.get('dispute')
  const { page, disputes } = pagesOf(url.searchParams)
  await (dispute === null
    ? Promise.all([load(query(page)), load(ownDisputesQuery(disputes))])
    : load(disputeQuery(dispute)))
}

/** What buyers ask back of a seller. */
export function Component() {
  const [params] = useSearchParams()
  const dispute = params.get('dispute')
  return (
    <SellerFrame
      title={t('Refunds')}
      actions={<TestPaymentsNote />}
      intro={fill(
        t(
          'Refund requests from your buyers. Requests you don’t answer go to the admins after three days. Refunds are deducted from your earnings, even after a payout. See the {policy}.',
          { policy: '{policy}' },
        ),
        { policy: <TextLink href={paths.refundPolicy()}>{t('refund policy')}</TextLink> },
      )}
    >
      {dispute === null ? (
        <Asked {...pagesOf(params)} />
      ) : (
        <DisputeView key={dispute} id={dispute} back={paths.sellerRefunds()} />
      )}
    </SellerFrame>
  )
}

function Asked({ page, disputes }: { page: number; disputes: number }) {
  const { items, total } = useData(query(page))
  const href = (at: number, below: number) => paths.sellerRefunds({ page: toParam(at), disputes: toParam(below) })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {total === 0 ? (
        <EmptyState icon={<Undo2 aria-hidden="true" />} title={t('No refund requests')}>
          {t('Buyers’ requests appear here.')}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <RefundRequests refunds={items} />
          <Pagination page={page} pageSize={SIZE} total={total} href={(to) => href(to, disputes)} />
        </div>
      )}
      <OwnDisputes page={disputes} href={(to) => href(page, to)} />
    </div>
  )
}
