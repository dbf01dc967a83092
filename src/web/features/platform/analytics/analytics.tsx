import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { UsageFigures } from '#contract/platform/analytics.ts'
import { ApiError } from '#web/api/api-error.ts'
import { session } from '#web/api/call.ts'
import { load } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { AccessDenied } from '#web/app/guards/admission.ts'
import { findUpgradePrompt, UpgradePrompt } from '#web/app/guards/upgrade-prompt.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AgentsView } from './agents-view.tsx'
import { type AnalyticsState, analyticsHref, readState, VIEWS, type View } from './analytics-address.ts'
import * as queries from './analytics-queries.ts'
import { FunnelView } from './funnel-view.tsx'
import { OwnAgents } from './own-agents.tsx'
import { OwnUsage } from './own-usage.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { RetentionView } from './retention-view.tsx'
import { RevenueView } from './revenue-view.tsx'
import { SearchesView } from './searches-view.tsx'
import { SellersView } from './sellers-view.tsx'
import { VisitsView } from './visits-view.tsx'

const LOAD: Record<View, (state: AnalyticsState) => Promise<unknown>> = {
  visits: (state) => load(queries.visitsQuery(state)),
  searches: (state) => load(queries.searchesQuery(state)),
  funnel: (state) => Promise.all([load(queries.funnelQuery(state)), load(queries.categoriesQuery())]),
  retention: (state) => load(queries.retentionQuery(state)),
  agents: (state) => Promise.all([load(queries.agentsQuery(state)), load(queries.categoriesQuery())]),
  sellers: (state) => Promise.all([load(queries.sellersQuery(state)), load(queries.categoriesQuery())]),
  revenue: (state) => Promise.all([load(queries.revenueQuery(state)), load(queries.categoriesQuery())]),
}

const SHOW: Record<View, (props: { state: AnalyticsState }) => ReactNode> = {
  visits: VisitsView,
  searches: SearchesView,
  funnel: FunnelView,
  retention: RetentionView,
  agents: AgentsView,
  sellers: SellersView,
  revenue: RevenueView,
}

/** A plan that does not show one's own runs is no failure: the page says which one does. */
const loadUsage = (state: AnalyticsState): Promise<UsageFigures | null> =>
  load(queries.usageQuery(state)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'plan_limit') return null
    throw error
  })

export const loader = async ({ url }: ScreenArgs) => {
  const state = readState(url.searchParams)
  const { user } = await session.settled(false)
  if (user?.permissions.includes('analytics.view')) return LOAD[state.view](state)
  const isSeller = user?.permissions.includes('agents.create') === true
  const [usage] = await Promise.all([loadUsage(state), isSeller && load(queries.ownAgentsQuery(state))])
  if (usage === null && !isSeller) throw new AccessDenied(url.pathname, 'analytics.view')
}

/** Figures: of the marketplace for those who run it, of their agents for sellers, of their runs for buyers with a plan. */
export function Component() {
  const [params] = useSearchParams()
  const user = useUser()
  const state = readState(params)
  if (user?.permissions.includes('analytics.view')) return <Marketplace state={state} />
  return <Own state={state} isSeller={user?.permissions.includes('agents.create') === true} />
}

function Marketplace({ state }: { state: AnalyticsState }) {
  const Shown = SHOW[state.view]
  return (
    <AdminFrame title={t('Analytics')} intro={t('Who comes, what they look for, and what they use and buy.')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs
          label={t('Figures')}
          active={state.view}
          tabs={(Object.keys(VIEWS) as View[]).map((view) => ({
            key: view,
            label: VIEWS[view],
            href: analyticsHref(state, { view: view === 'visits' ? null : view, sort: null, page: null, show: null }),
          }))}
        />
        <PeriodPicker state={state} />
        <Shown state={state} />
      </div>
    </AdminFrame>
  )
}

function Own({ state, isSeller }: { state: AnalyticsState; isSeller: boolean }) {
  const prompt = findUpgradePrompt(paths.analytics())
  const { data: usage } = useQuery({ ...queries.usageQuery(state), enabled: false })
  return (
    <Page title={t('Analytics')} wide>
      <PageHeader title={t('Analytics')}>
        {isSeller ? t('How your agents are found and used.') : t('What you run and what it costs.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PeriodPicker state={state} />
        {isSeller && <OwnAgents state={state} />}
        {usage ? (
          <OwnUsage usage={usage} />
        ) : (
          prompt && (
            <div className="max-w-lg">
              <UpgradePrompt plan={prompt} />
            </div>
          )
        )}
      </div>
    </Page>
  )
}
