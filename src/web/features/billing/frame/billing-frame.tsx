import type { ReactNode } from 'react'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const tabs = () =>
  [
    { key: 'overview', label: t('Overview'), href: paths.subscription() },
    { key: 'plan', label: t('Plan'), href: paths.subscription('plan') },
    { key: 'credits', label: t('Credits'), href: paths.subscription('credits') },
    { key: 'payments', label: t('Payments'), href: paths.payments() },
    { key: 'invoices', label: t('Invoices'), href: paths.subscription('invoices') },
  ] as const

export type BillingTab = ReturnType<typeof tabs>[number]['key']

/** Everything about money that a person pays, under one heading. The addresses of the specification are its tabs. */
export const BillingFrame = ({ tab, children }: { tab: BillingTab; children: ReactNode }) => (
  <Page title={t('Billing')} wide>
    <PageHeader
      title={t('Billing')}
      actions={
        <>
          <TestPaymentsNote />
          {tab === 'payments' && <TopUpButton variant="primary">{t('Top up credits')}</TopUpButton>}
        </>
      }
    />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Tabs label={t('Billing')} tabs={tabs()} active={tab} />
      {children}
    </div>
  </Page>
)
