import { Bot } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { toParam } from '#web/lib/page-param.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Table } from '#web/ui/table.tsx'
import { agentColumns, agentsCsv } from './agent-columns.tsx'
import { type AnalyticsState, analyticsHref, PAGE_SIZE } from './analytics-address.ts'
import { agentsInput, agentsQuery, readAll } from './analytics-queries.ts'
import { FigurePart, MeasuredNote } from './figure-parts.tsx'
import { CategoryChoice } from './segments.tsx'

const COLUMNS = agentColumns(true)

/** Which agents are seen, tried, bought and used again. */
export function AgentsView({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const figures = useData(agentsQuery(state))
  const csv = async () =>
    agentsCsv(await readAll((page) => call('getAgentFigures', { query: { ...agentsInput(state), ...page } })))
  return (
    <>
      <div className="max-w-xs">
        <CategoryChoice state={state} />
      </div>
      <MeasuredNote of={figures} />
      <FigurePart
        title="Agents"
        note="What sellers do with their own agents isn’t counted. The largest come first; choose a column to sort by it."
        aside={<CsvButton name="agents" of="agents" csv={csv} />}
      >
        <Table
          caption="Figures of agents"
          columns={COLUMNS}
          rows={figures.items}
          rowKey={({ agent }) => agent.id}
          sort={{ key: state.agentSort, direction: 'desc' }}
          onSort={({ key }) => void navigate(analyticsHref(state, { sort: key }), { preventScrollReset: true })}
          empty={<EmptyState icon={<Bot aria-hidden="true" />} title="No agent was opened or run in this period" />}
        />
        <Pagination
          page={state.page}
          pageSize={PAGE_SIZE}
          total={figures.total}
          href={(page) => analyticsHref(state, { page: toParam(page) })}
        />
      </FigurePart>
    </>
  )
}
