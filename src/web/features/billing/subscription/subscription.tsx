import { useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { loadPanel, PaymentsPanel, readPanelState } from '#web/parts/billing/checkout/payments-panel.tsx'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { InvoicesTable, invoicesQuery } from '#web/parts/billing/invoices/invoices-table.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChangePlan } from './change-plan.tsx'
import { CreditsPanel } from './credits-panel.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { History } from './history.tsx'
import { currentQuery, historyQuery, plansQuery, readTab } from './subscription-queries.ts'
import { Usage } from './usage.tsx'

export const loader = async ({ url }: ScreenArgs) => {
  const tab = readTab(url.searchParams)
  if (tab === 'plan') await Promise.all([load(currentQuery), load(plansQuery)])
  if (tab === 'payments') await loadPanel(readPanelState(url.searchParams))
  if (tab === 'history') await load(historyQuery)
  if (tab === 'invoices') await load(invoicesQuery('customer', pageParam(url.searchParams)))
}

const LABELS = { plan: 'Plan', payments: 'Payments', invoices: 'Invoices', credits: 'Credits', history: 'History' }

/** The own plan: what it allows, what is used of it, and every way to change it. */
export function Component() {
  const [params] = useSearchParams()
  const tab = readTab(params)
  const tabs = Object.entries(LABELS).map(([key, label]) => ({
    key,
    label,
    href: paths.subscription(key === 'plan' ? null : key),
  }))
  return (
    <Page title="Subscription">
      <PageHeader title="Subscription" actions={<TestPaymentsNote />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs label="Subscription" tabs={tabs} active={tab} />
        {tab === 'plan' && <Plan />}
        {tab === 'payments' && (
          <PaymentsPanel
            at={readPanelState(params)}
            href={({ page, refunds }) => paths.subscription('payments', toParam(page), toParam(refunds))}
          />
        )}
        {tab === 'invoices' && <Invoices page={pageParam(params)} />}
        {tab === 'credits' && (
          <CreditsPanel page={pageParam(params)} href={(at) => paths.subscription('credits', toParam(at))} />
        )}
        {tab === 'history' && <History />}
      </div>
    </Page>
  )
}

function Invoices({ page }: { page: number }) {
  const data = useData(invoicesQuery('customer', page))
  return (
    <InvoicesTable
      side="customer"
      page={page}
      data={data}
      href={(at) => paths.subscription('invoices', toParam(at))}
      empty="Invoices for plans, agents and runs appear here. Credits are invoiced when you use them."
    />
  )
}

function Plan() {
  const current = useData(currentQuery)
  return (
    <>
      <CurrentPlan current={current} />
      <Usage current={current} />
      <ChangePlan current={current} />
    </>
  )
}
