import { Blocks, FlaskConical, Store } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Service } from '#contract/services/services.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ServiceStatus } from './service-status.tsx'
import { readServicesState, type ServicesState, servicesAddress, servicesQuery } from './services-state.ts'

/** Fewer are seen at one look. */
const BAR_FROM = 4

export const loader = ({ url }: ScreenArgs) => load(servicesQuery(readServicesState(url.searchParams)))

export function Component() {
  const [params] = useSearchParams()
  const state = readServicesState(params)
  const { items, total, limit } = useData(servicesQuery(state))
  const narrowed = state.search !== '' || state.status !== null
  useFresh('listServices', false)
  return (
    <Page title={t('My AI Services')}>
      <PageHeader
        title={t('My AI Services')}
        actions={
          <>
            <LinkButton href={paths.benches()} icon={<FlaskConical aria-hidden="true" />}>
              {t('Private benches')}
            </LinkButton>
            {(total > 0 || narrowed) && (
              <LinkButton href={paths.marketplace()} icon={<Store aria-hidden="true" />}>
                {t('Add from the marketplace')}
              </LinkButton>
            )}
          </>
        }
      >
        {t('Agents you’ve added from the marketplace, and your own.')}
      </PageHeader>
      {(total >= BAR_FROM || narrowed) && <Bar state={state} />}
      {items.length === 0 && narrowed && (
        <EmptyState
          title={t('No services match')}
          action={<LinkButton href={paths.services()}>{t('Show all services')}</LinkButton>}
        />
      )}
      {items.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </ul>
      )}
      {items.length === 0 && !narrowed && (
        <EmptyState
          icon={<Blocks aria-hidden="true" />}
          title={t('No services yet')}
          action={
            <LinkButton href={paths.marketplace()} variant="primary">
              {t('Find an agent')}
            </LinkButton>
          }
        >
          {t('Add an agent to get its own page here, with its form, runs and API address.')}
        </EmptyState>
      )}
      {(total > limit || state.page > 1) && (
        <div className="mt-4">
          <Pagination
            page={state.page}
            pageSize={limit}
            total={total}
            href={(page) => servicesAddress(state, { page })}
          />
        </div>
      )}
    </Page>
  )
}

const SHOWN_STATUSES = ['running', 'paused', 'stopped'] as const
const statusTexts = () => ({ running: t('Running'), paused: t('Paused'), stopped: t('Stopped') })

/** Search, order and states, all in the address. */
function Bar({ state }: { state: ServicesState }) {
  const navigate = useNavigate()
  return (
    <div className="mb-4 grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_10.75rem] gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TypedSearch param="search" label={t('Search services')} placeholder={t('Search services')} />
        <Select
          label={t('Sort')}
          hideLabel
          value={state.sort}
          options={[
            { value: 'added', label: t('Recently added') },
            { value: 'run', label: t('Recently run') },
            { value: 'name', label: t('By name') },
          ]}
          onChange={({ target }) =>
            void navigate(servicesAddress(state, { sort: target.value as ServicesState['sort'] }))
          }
        />
      </div>
      <FilterChips
        label={t('Status')}
        chips={[
          {
            key: 'all',
            label: t('All'),
            chosen: state.status === null,
            href: servicesAddress(state, { status: null }),
          },
          ...SHOWN_STATUSES.map((status) => ({
            key: status,
            label: statusTexts()[status],
            chosen: status === state.status,
            href: servicesAddress(state, { status: status === state.status ? null : status }),
          })),
        ]}
      />
    </div>
  )
}

function ServiceCard({ service }: { service: Service }) {
  const { version } = service
  return (
    <Card as="li" className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 ${LIFTS}`}>
      <div className="flex items-start gap-3">
        <AgentIcon agent={service.agent} />
        <div className="min-w-0 grow">
          <h2 className="text-lg">
            <Link href={paths.service(service.id)} className="after:absolute after:inset-0 after:rounded">
              {service.name}
            </Link>
          </h2>
          <p className="wrap-anywhere text-muted text-base">
            {service.name === service.agent.name ? '' : `${service.agent.name} · `}
            {t('Version {version}', { version: version.number })}
            {version.newest > version.number && ` · ${t('version {number} available', { number: version.newest })}`}
          </p>
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 self-end text-muted text-base tabular-nums">
        <ServiceStatus status={service.status} />
        {service.runs === 1 ? t('1 run') : t('{count} runs', { count: formatNumber(service.runs) })}
        {service.last_run_at && (
          <span>
            {fill(t('· last {time}', { time: '{time}' }), { time: <RelativeTime time={service.last_run_at} /> })}
          </span>
        )}
      </p>
    </Card>
  )
}
