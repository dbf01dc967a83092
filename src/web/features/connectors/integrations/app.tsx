import { ExternalLink } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { type App, appQuery, webAddress } from '#web/parts/connectors/app-queries.ts'
import { categoryLabel } from '#web/parts/connectors/category-label.ts'
import { EffectBadge, PermissionList } from '#web/parts/connectors/permissions.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Accounts } from './accounts.tsx'
import { Calls, callsQuery } from './calls.tsx'
import { DeleteApp } from './delete-app.tsx'

const pageOf = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 ? Math.min(page, 1000) : 1
}

export const loader = ({ params, url }: ScreenArgs) => {
  const id = params.id ?? ''
  return Promise.all([load(appQuery(id)), load(callsQuery(id, pageOf(url.searchParams)))])
}

/** One app: what it does, what it may do with data, one's accounts at it, and what went there. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const app = useData(appQuery(id))
  const tab = params.get('tab') === 'calls' ? 'calls' : 'actions'
  const website = webAddress(app.website)
  return (
    <Page title={app.name} wide>
      <PageHeader
        title={<bdi>{app.name}</bdi>}
        icon={<AppLogo logo={app.logo} name={app.name} className="mt-0.5 size-9" />}
        crumbs={[{ label: t('Apps'), href: paths.integrations() }]}
        actions={
          <>
            {website !== null && (
              <LinkButton href={website} external icon={<ExternalLink aria-hidden="true" />}>
                {t('Website')}
              </LinkButton>
            )}
            {app.status === 'added' && app.source === 'openapi' && <DeleteApp app={app} />}
          </>
        }
      >
        {app.description}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <Accounts app={app} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Tabs
            label={t('About {app}', { app: app.name })}
            active={tab}
            tabs={[
              { key: 'actions', label: t('Actions'), href: paths.integration(id), count: app.actions },
              { key: 'calls', label: t('Calls'), href: paths.integration(id, { tab: 'calls' }) },
            ]}
          />
          {tab === 'calls' ? <Calls app={app} page={pageOf(params)} /> : <Actions app={app} />}
        </div>
        <div className="lg:col-start-2">
          <Facts app={app} />
        </div>
      </div>
    </Page>
  )
}

function Actions({ app }: { app: App }) {
  const canBuild = useUser()?.permissions.includes('workflows.create') === true
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {app.triggers.length > 0 && <Triggers app={app} />}
      {app.action_groups.map(({ name, actions }) => (
        <section key={name} aria-label={name || t('Actions')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {name !== '' && <h2 className="text-lg">{name}</h2>}
          <ul className="surface-card">
            {actions.map((action) => (
              <li
                key={action.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-0"
              >
                <div className="grid min-w-0 grow basis-64 gap-0.5">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    <bdi>{action.title}</bdi>
                    <EffectBadge effect={action.effect} />
                  </p>
                  {action.description !== action.title && (
                    <p className="wrap-anywhere line-clamp-3 text-muted text-base">{action.description}</p>
                  )}
                </div>
                {canBuild && (
                  <LinkButton
                    size="sm"
                    href={paths.designerWithAction(app.id, action.id)}
                    aria-label={t('Use in a workflow: {name}', { name: action.title })}
                  >
                    {t('Use in a workflow')}
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const KINDS = {
  polling: () => t('Checked regularly'),
  webhook: () => t('At once'),
  event: () => t('At once'),
} as const

/** What starts a workflow. */
function Triggers({ app }: { app: App }) {
  return (
    <section aria-label={t('Triggers')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">{t('Triggers')}</h2>
      <p className="text-muted text-base">
        {t('Start a workflow when something happens. Besides these, any list that an action reads can be watched.')}
      </p>
      <ul className="surface-card">
        {app.triggers.map(({ id, title, description, kind }) => (
          <li key={id} className="grid gap-0.5 border-line border-b px-4 py-3 last:border-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <bdi>{title}</bdi>
              <Badge>{KINDS[kind]()}</Badge>
            </p>
            <p className="wrap-anywhere text-muted text-base">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ app }: { app: App }) {
  const titles = new Map(app.sign_in.flatMap(({ scopes }) => scopes.map(({ name, title }) => [name, title] as const)))
  return (
    <Card>
      <CardHeader title={t('Data and permissions')}>
        {t('What the app gets and may do, read from its description by Chowk.')}
      </CardHeader>
      <PermissionList permissions={app.permissions} titles={titles} />
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-base">
        <dt className="text-muted">{t('Provider')}</dt>
        <dd className="wrap-anywhere">{app.provider}</dd>
        <dt className="text-muted">{t('Version')}</dt>
        <dd className="wrap-anywhere">{app.version}</dd>
        {app.licence !== null && (
          <>
            <dt className="text-muted">{t('Licence')}</dt>
            <dd className="wrap-anywhere">{app.licence}</dd>
          </>
        )}
        {app.categories.length > 0 && (
          <>
            <dt className="text-muted">{t('Categories')}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {app.categories.map((name) => (
                <Badge key={name}>{categoryLabel(name)}</Badge>
              ))}
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}
