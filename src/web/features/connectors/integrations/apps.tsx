import { Plug } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { CatalogueFilters } from '#web/features/connectors/catalogue-filters.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import type { AppSummary } from '#web/parts/connectors/app-queries.ts'
import { OtherSources } from '#web/parts/connectors/other-sources.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { AddApp } from './add-app.tsx'
import { APPS_PAGE, type AppsState, appsStateQuery, readAppsState } from './apps-state.ts'

const categoriesQuery = q('listIntegrationCategories')

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(categoriesQuery), load(appsStateQuery(readAppsState(url.searchParams)))])

/** Every app that workflows can use: found by name or by what it does. */
export function Component() {
  const [params] = useSearchParams()
  const state = readAppsState(params)
  const canBuild = useUser()?.permissions.includes('workflows.create') === true
  const { items, total } = useData(appsStateQuery(state))
  const address = (change: Partial<AppsState>) => {
    const { search, category, connected, page } = { ...state, page: 1, ...change }
    return paths.integrations({ search, category, connected: connected ? 'true' : null, page: page > 1 ? page : null })
  }
  return (
    <Page title={t('Apps')} wide>
      <PageHeader title={t('Apps')} actions={canBuild && <AddApp />}>
        {t('Connect your accounts at other services, and use what they do as steps of your workflows.')}
        <OtherSources here="apps" />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Filters state={state} address={address} />
        <h2 aria-live="polite" className="font-normal text-base text-muted tabular-nums">
          {total === 1 ? t('1 app') : t('{count} apps', { count: formatNumber(total) })}
        </h2>
        {items.length === 0 ? (
          <EmptyState icon={<Plug aria-hidden="true" />} title={t('No apps match')}>
            {state.connected
              ? t('You have no accounts at apps yet. Show all apps and connect one.')
              : t('Try the name of a service, or what it should do, such as “send message”.')}
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((app) => (
              <li key={app.id} className="grid">
                <AppCard app={app} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={state.page} pageSize={APPS_PAGE} total={total} href={(page) => address({ page })} />
      </div>
    </Page>
  )
}

function Filters({ state, address }: { state: AppsState; address: (change: Partial<AppsState>) => string }) {
  const navigate = useNavigate()
  const { categories } = useData(categoriesQuery)
  return (
    <CatalogueFilters
      search={{ label: t('Search apps'), placeholder: t('Search by app or by what it does') }}
      category={{
        value: state.category,
        options: categories.map(({ name, integrations }) => ({ name, count: integrations })),
        onChange: (category) => void navigate(address({ category })),
      }}
      only={{
        label: t('Connected only'),
        checked: state.connected,
        onChange: (connected) => void navigate(address({ connected })),
      }}
    />
  )
}

function AppCard({ app }: { app: AppSummary }) {
  const found = app.matches.map(({ title }) => title)
  return (
    <LinkCard
      href={paths.integration(app.id)}
      title={
        <span className="flex items-center gap-3">
          <AppLogo logo={app.logo} name={app.name} className="size-6" />
          <bdi>{app.name}</bdi>
        </span>
      }
    >
      <p className="line-clamp-2 grow text-muted">{app.description}</p>
      {found.length > 0 && <p className="line-clamp-2 text-base">{found.join(' · ')}</p>}
      <p className="flex flex-wrap items-center gap-2 text-muted text-base tabular-nums">
        {app.actions === 1 ? t('1 action') : t('{count} actions', { count: formatNumber(app.actions) })}
        {app.accounts > 0 && (
          <Badge tone="good">
            {app.accounts === 1 ? t('1 account') : t('{count} accounts', { count: formatNumber(app.accounts) })}
          </Badge>
        )}
        {!app.verified && <Badge tone="outline">{t('Not verified')}</Badge>}
      </p>
    </LinkCard>
  )
}
