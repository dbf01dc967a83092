import { Blocks, FlaskConical, Store } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Service } from '#contract/services/services.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
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
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { servicesQuery } from './service-queries.ts'
import { ServiceStatus } from './service-status.tsx'

const pageOf = (params: URLSearchParams): number => {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

export const loader = ({ url }: ScreenArgs) => load(servicesQuery(pageOf(url.searchParams)))

export function Component() {
  const [params] = useSearchParams()
  const page = pageOf(params)
  const { items, total, limit } = useData(servicesQuery(page))
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
            {total > 0 && (
              <LinkButton href={paths.marketplace()} icon={<Store aria-hidden="true" />}>
                {t('Add from the marketplace')}
              </LinkButton>
            )}
          </>
        }
      >
        {t('Agents you’ve added from the marketplace, and your own.')}
      </PageHeader>
      {items.length > 0 ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </ul>
      ) : (
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
      {(total > limit || page > 1) && (
        <div className="mt-4">
          <Pagination page={page} pageSize={limit} total={total} href={(to) => `${paths.services()}?page=${to}`} />
        </div>
      )}
    </Page>
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
