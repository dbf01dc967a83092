import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { load, q } from '#web/api/query.ts'
import { formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { runsQuery } from '#web/parts/runs/runs-query.ts'
import { paths } from '#web/paths.ts'
import { Link, TextLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusSign } from '#web/ui/status.tsx'
import { needsQueries } from './service-needs.tsx'
import { schedulesQuery } from './service-queries.ts'

const PERIOD = '30'
const ALL = { status: null, search: '', page: 1 }

const stateQueries = (id: string) => ({
  runs: runsQuery(ALL, id),
  usage: q('getServiceUsage', { params: { id }, query: { days: PERIOD } }),
  spending: q('getServiceSpending', { params: { id } }),
  schedules: schedulesQuery(id),
})

/** Each part can also come later. */
export function loadState(id: string): Promise<unknown>[] {
  const { runs, usage, spending, schedules } = stateQueries(id)
  const all = [load(runs), load(usage), load(spending), load(schedules), ...needsQueries(id).map(load)]
  return all.map((one) => one.catch(() => null))
}

/** How a service does, in one line: what it gave last, how often it succeeds, what it costs and when it runs next. */
export function ServiceState({ service: { id } }: { service: ServiceDetail }) {
  return (
    <dl className="grid grid-cols-3 surface-card max-lg:divide-y max-lg:divide-line lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))] lg:divide-x lg:divide-line">
      <LastRun id={id} />
      <Success id={id} />
      <Cost id={id} />
      <Next id={id} />
    </dl>
  )
}

const Item = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={`grid min-w-0 content-start gap-1 p-3 sm:px-5 sm:py-4 ${wide ? 'col-span-3 lg:col-span-1' : ''}`}>
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="grid min-w-0 gap-0.5">{children}</dd>
  </div>
)

const Value = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-lg tabular-nums">{children}</span>
)
const Detail = ({ children }: { children: ReactNode }) => <span className="text-muted text-xs">{children}</span>
const Waits = () => <Skeleton className="h-11" />

function LastRun({ id }: { id: string }) {
  const { data } = useQuery(stateQueries(id).runs)
  const run = data?.items[0]
  return (
    <Item label={t('Last run')} wide>
      {!data && <Waits />}
      {data && !run && <Detail>{t('None yet. Try it below with a sample.')}</Detail>}
      {run && (
        <>
          <span className="flex min-w-0 items-center gap-2">
            <StatusSign status={run.status} />
            <Link
              href={paths.run(run.id)}
              className="truncate font-medium hover:underline"
              title={run.title ?? undefined}
            >
              {run.title === null ? t('A run') : <MaskedText text={run.title} />}
            </Link>
            <Detail>
              <RelativeTime time={run.created_at} />
            </Detail>
          </span>
          {run.result && (
            <span className="line-clamp-2" title={run.result.text}>
              <MaskedText text={run.result.text} />
            </span>
          )}
          {run.error && (
            <span className="line-clamp-2 text-bad" title={run.error.message}>
              <MaskedText text={run.error.message} />
            </span>
          )}
        </>
      )}
    </Item>
  )
}

function Success({ id }: { id: string }) {
  const { data } = useQuery(stateQueries(id).usage)
  return (
    <Item label={t('Succeeded, last 30 days')}>
      {!data && <Waits />}
      {data && (
        <>
          <Value>{data.success_rate === null ? '–' : formatPercent(data.success_rate)}</Value>
          <Detail>
            {data.runs === 0
              ? t('no runs yet')
              : data.runs === 1
                ? t('of one run')
                : t('of {count} runs', { count: formatNumber(data.runs) })}
          </Detail>
        </>
      )}
    </Item>
  )
}

function Cost({ id }: { id: string }) {
  const { data } = useQuery(stateQueries(id).spending)
  return (
    <Item label={t('Cost this month')}>
      {!data && <Waits />}
      {data && (
        <>
          <Value>{formatPaise(data.month_paise)}</Value>
          {data.month_cap_paise === null ? (
            <Detail>
              {priceText(data.price)}
              {data.price.type === 'per_run' && (
                <>
                  {' · '}
                  <TextLink href={paths.service(id, { tab: 'settings' })}>{t('set a limit')}</TextLink>
                </>
              )}
            </Detail>
          ) : (
            <ProgressBar
              label={t('Limit for a month')}
              value={data.month_cap_paise === 0 ? 1 : data.month_paise / data.month_cap_paise}
              detail={formatPaise(data.month_cap_paise)}
            />
          )}
        </>
      )}
    </Item>
  )
}

function Next({ id }: { id: string }) {
  const { data } = useQuery(stateQueries(id).schedules)
  const next = data?.schedules.flatMap(({ next_runs }) => next_runs).toSorted()[0]
  return (
    <Item label={t('Next scheduled run')}>
      {!data && <Waits />}
      {data && (
        <>
          <Value>{next ? formatTimeSoon(next) : '–'}</Value>
          <Detail>
            <TextLink href={paths.service(id, { tab: 'schedule' })}>
              {data.schedules.length === 0 ? t('Set a schedule') : t('Change the schedule')}
            </TextLink>
          </Detail>
        </>
      )}
    </Item>
  )
}
