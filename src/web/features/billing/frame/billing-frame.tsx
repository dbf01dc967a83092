import type { ReactNode } from 'react'
import { Page } from '#web/app/shell/page.tsx'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const TABS = [
  { key: 'overview', label: 'Overview', href: paths.subscription() },
  { key: 'plan', label: 'Plan', href: paths.subscription('plan') },
  { key: 'credits', label: 'Credits', href: paths.subscription('credits') },
  { key: 'payments', label: 'Payments', href: paths.payments() },
  { key: 'invoices', label: 'Invoices', href: paths.subscription('invoices') },
] as const

export type BillingTab = (typeof TABS)[number]['key']

/** Everything about money that a person pays, under one heading. The addresses of the specification are its tabs. */
export const BillingFrame = ({ tab, children }: { tab: BillingTab; children: ReactNode }) => (
  <Page title="Billing" wide>
    <PageHeader
      title="Billing"
      actions={
        <>
          <TestPaymentsNote />
          {tab === 'payments' && <TopUpButton variant="primary">Top up credits</TopUpButton>}
        </>
      }
    />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Tabs label="Billing" tabs={TABS} active={tab} />
      {children}
    </div>
  </Page>
)
