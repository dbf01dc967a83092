import { useSearchParams } from 'react-router'
import { load, q } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { loadPanel, PaymentsPanel, readPanelState } from '#web/parts/billing/checkout/payments-panel.tsx'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Purchases, purchasesQuery, type Show } from './purchases.tsx'

const tabOf = (params: URLSearchParams) => (params.get('tab') === 'purchases' ? 'purchases' : 'payments')
const showOf = (params: URLSearchParams): Show => (params.get('show') === 'runs' ? 'runs' : 'bought')

export const loader = async ({ url: { searchParams } }: ScreenArgs) => {
  const isPurchases = tabOf(searchParams) === 'purchases'
  await Promise.all([
    load(q('getPaymentSettings')),
    isPurchases
      ? load<unknown>(purchasesQuery(showOf(searchParams), pageParam(searchParams)))
      : loadPanel(readPanelState(searchParams)),
  ])
}

/** What one has paid, and what one has for it. */
export function Component() {
  const [params] = useSearchParams()
  const tab = tabOf(params)
  return (
    <Page title="Payments">
      <PageHeader
        title="Payments"
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <TestPaymentsNote />
            <TopUpButton variant="primary">Top up credits</TopUpButton>
          </div>
        }
      >
        All your orders and payments, with receipts and refunds.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs
          label="Payments"
          active={tab}
          tabs={[
            { key: 'payments', label: 'Payments', href: paths.payments() },
            { key: 'purchases', label: 'Purchases', href: paths.payments({ tab: 'purchases' }) },
          ]}
        />
        {tab === 'payments' ? (
          <PaymentsPanel
            at={readPanelState(params)}
            href={({ page, refunds }) => paths.payments({ page: toParam(page), refunds: toParam(refunds) })}
          />
        ) : (
          <Purchases show={showOf(params)} page={pageParam(params)} />
        )}
      </div>
    </Page>
  )
}
