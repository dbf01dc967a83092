import { useSearchParams } from 'react-router'
import { load, q } from '#web/api/query.ts'
import { PaymentsPanel } from '#web/checkout/payments-panel.tsx'
import { TestPaymentsNote } from '#web/checkout/test-note.tsx'
import { TopUpButton } from '#web/credits/top-up.tsx'
import { Page } from '#web/layouts/page.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

export const loader = () => load(q('getPaymentSettings'))

/** What one has paid. */
export function Component() {
  const [params] = useSearchParams()
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
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
        Everything you ordered and paid, with its receipts and refunds.
      </PageHeader>
      <PaymentsPanel page={page} href={(to) => paths.payments({ page: to })} />
    </Page>
  )
}
