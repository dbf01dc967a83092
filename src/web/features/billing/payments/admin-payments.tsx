import { useSearchParams } from 'react-router'
import { load, q } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { pageParam } from '#web/lib/page-param.ts'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AllRefunds, allRefundsQuery } from './all-refunds.tsx'
import { DisputeView, disputeQuery } from './dispute.tsx'
import { Disputes, disputesQuery } from './disputes.tsx'
import { Reconciliations, reconciliationsQuery } from './reconciliations.tsx'
import { UnmatchedPayments, unmatchedPaymentsQuery } from './unmatched-payments.tsx'

const TABS = {
  refunds: 'Refunds',
  disputes: 'Disputes',
  unclaimed: 'Unmatched',
  reconciliation: 'Reconciliation',
} as const
type Tab = keyof typeof TABS
const tabOf = (params: URLSearchParams): Tab =>
  (Object.keys(TABS) as Tab[]).find((tab) => tab === params.get('tab')) ?? 'refunds'

const LOADS: Record<Tab, (page: number) => Promise<unknown>> = {
  refunds: (page) => load(allRefundsQuery(page)),
  disputes: (page) => load(disputesQuery(page)),
  unclaimed: (page) => load(unmatchedPaymentsQuery(page)),
  reconciliation: (page) => load(reconciliationsQuery(page)),
}

export const loader = async ({ url }: ScreenArgs) => {
  const tab = tabOf(url.searchParams)
  const dispute = url.searchParams.get('dispute')
  await Promise.all([
    load(q('getPaymentSettings')),
    dispute === null ? LOADS[tab](pageParam(url.searchParams)) : load(disputeQuery(dispute)),
  ])
}

/** Money that goes back, is withheld, or does not agree. */
export function Component() {
  const [params] = useSearchParams()
  const tab = tabOf(params)
  const dispute = params.get('dispute')
  const page = pageParam(params)
  return (
    <AdminFrame
      title="Payments"
      intro="Refunds, disputes, unmatched payments and reconciliation with the payment gateway."
      actions={<TestPaymentsNote />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs
          label="Payments"
          active={tab}
          tabs={(Object.keys(TABS) as Tab[]).map((key) => ({
            key,
            label: TABS[key],
            href: paths.adminPayments({ tab: key }),
          }))}
        />
        {tab === 'refunds' && <AllRefunds page={page} />}
        {tab === 'disputes' &&
          (dispute === null ? (
            <Disputes page={page} />
          ) : (
            <DisputeView key={dispute} id={dispute} back={paths.adminPayments({ tab })} />
          ))}
        {tab === 'unclaimed' && <UnmatchedPayments page={page} />}
        {tab === 'reconciliation' && <Reconciliations page={page} />}
      </div>
    </AdminFrame>
  )
}
