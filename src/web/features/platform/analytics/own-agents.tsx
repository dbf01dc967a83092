import { Bot } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { toParam } from '#web/lib/page-param.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Table } from '#web/ui/table.tsx'
import { agentColumns, agentsCsv } from './agent-columns.tsx'
import { type AnalyticsState, analyticsHref, PAGE_SIZE } from './analytics-address.ts'
import { ownAgentsInput, ownAgentsQuery, readAll } from './analytics-queries.ts'
import { FigureChart } from './figure-chart.tsx'
import { FigurePart, MeasuredNote, Totals } from './figure-parts.tsx'

/** How a seller's agents are seen, tried, bought and used again. */
export function OwnAgents({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const figures = useData(ownAgentsQuery(state))
  const { totals, totals_before: before, by_day, items, total } = figures
  const csv = async () =>
    agentsCsv(await readAll((page) => call('getOwnAgentFigures', { query: { ...ownAgentsInput(state), ...page } })))
  return (
    <>
      <MeasuredNote of={figures} />
      <Totals
        totals={[
          { label: t('Visits to your agents'), now: totals.visits, before: before.visits },
          { label: t('Tried'), now: totals.tried, before: before.tried },
          { label: t('Bought'), now: totals.bought, before: before.bought },
          { label: t('Used again'), now: totals.again, before: before.again },
          { label: t('Runs'), now: totals.runs, before: before.runs },
          { label: t('Failed runs'), now: totals.failed, before: before.failed },
        ]}
      />
      <FigureChart
        title={t('Your agents over time')}
        name="your-agents-by-day"
        label={t('Visits, people who tried and bought, and runs')}
        days={by_day}
        series={[
          { name: t('Visits'), value: (day) => day.visits },
          { name: t('Tried'), value: (day) => day.tried },
          { name: t('Bought'), value: (day) => day.bought },
          { name: t('Runs'), value: (day) => day.runs },
        ]}
      />
      <FigurePart
        title={t('Your agents')}
        note={fill(t('Your own runs aren’t counted. For money, see {earnings}.', { earnings: '{earnings}' }), {
          earnings: <TextLink href={paths.sellerOverview()}>{t('Earnings')}</TextLink>,
        })}
        aside={<CsvButton name="your-agents" of={t('your agents')} csv={csv} />}
      >
        <Table
          caption={t('Figures of your agents')}
          columns={agentColumns(false)}
          rows={items}
          rowKey={({ agent }) => agent.id}
          sort={{ key: state.agentSort, direction: 'desc' }}
          onSort={({ key }) => void navigate(analyticsHref(state, { sort: key }), { preventScrollReset: true })}
          empty={
            <EmptyState
              icon={<Bot aria-hidden="true" />}
              title={t('None of your agents was opened or run in this period')}
              action={<LinkButton href={paths.publish()}>{t('Publish an agent')}</LinkButton>}
            />
          }
        />
        <Pagination
          page={state.page}
          pageSize={PAGE_SIZE}
          total={total}
          href={(page) => analyticsHref(state, { page: toParam(page) })}
        />
      </FigurePart>
    </>
  )
}
