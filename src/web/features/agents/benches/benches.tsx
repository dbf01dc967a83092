import { useQueries } from '@tanstack/react-query'
import { FlaskConical, X } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { BENCH } from '#contract/agents/bench-limits.ts'
import type { BenchSummary } from '#contract/agents/benches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { AddAgent } from './add-agent.tsx'
import { agentQuery, benchesQuery } from './bench-queries.ts'
import { statusText } from './bench-texts.ts'

const pageOf = (params: URLSearchParams): number => {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
const slugsOf = (params: URLSearchParams): string[] =>
  [...new Set((params.get('agents') ?? '').split(',').filter((slug) => slug !== ''))].slice(0, BENCH.agents)

export const loader = ({ url }: ScreenArgs) => load(benchesQuery(pageOf(url.searchParams)))

/** Own benches, and the agents of a new one: chosen in the address, so that a listing or a comparison leads here with them. */
export function Component() {
  const [params] = useSearchParams()
  const page = pageOf(params)
  const { items, total, limit } = useData(benchesQuery(page))
  const slugs = slugsOf(params)
  useFresh(
    'listBenches',
    items.some(({ status }) => status === 'running'),
  )
  return (
    <Page title={t('Private benches')}>
      <PageHeader
        title={t('Private benches')}
        actions={<LinkButton href={paths.docs('private-bench')}>{t('How it works')}</LinkButton>}
      >
        {t(
          'Your own cases on up to three agents, side by side. Inputs and outputs are private and are deleted on the day you choose.',
        )}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <NewBench slugs={slugs} />
        {items.length > 0 ? (
          <Table caption={t('Private benches')} columns={columns()} rows={items} rowKey={({ id }) => id} />
        ) : (
          <EmptyState icon={<FlaskConical aria-hidden="true" />} title={t('No benches yet')}>
            {t('Choose agents above. Then add three to twenty cases, with expected answers where you know them.')}
          </EmptyState>
        )}
        <Pagination page={page} pageSize={limit} total={total} href={(to) => `${paths.benches()}?page=${to}`} />
      </div>
    </Page>
  )
}

const columns = (): readonly Column<BenchSummary>[] => [
  {
    key: 'agents',
    header: t('Agents'),
    className: 'w-full max-w-0',
    cell: ({ id, agents }) => (
      <Link href={paths.bench(id)} className="block min-h-6 min-w-40 truncate py-1 font-medium hover:underline">
        {agents.map(({ name }) => name).join(' · ')}
      </Link>
    ),
  },
  { key: 'cases', header: t('Cases'), align: 'right', cell: ({ cases }) => cases },
  {
    key: 'status',
    header: t('Status'),
    cell: (bench) => <span className="whitespace-nowrap">{statusText(bench)}</span>,
  },
  { key: 'when', header: t('Started'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
]

function NewBench({ slugs }: { slugs: readonly string[] }) {
  const navigate = useNavigate()
  const found = useQueries({ queries: slugs.map(agentQuery) })
  const agents = found.flatMap(({ data }) => (data ? [data] : []))
  // One that is still on its way must not be left out of what is begun.
  const waits = found.some(({ isPending }) => isPending)
  const reason = waits ? t('Loading agents...') : agents.length === 0 ? t('Choose an agent first.') : undefined
  const choose = (next: readonly string[]) =>
    void navigate(paths.benches(next), { replace: true, preventScrollReset: true })
  const begin = useAction(async () => {
    const bench = await call('createBench', { body: { agent_ids: agents.map(({ id }) => id) } })
    await refresh('listBenches')
    void navigate(paths.bench(bench.id))
  })
  return (
    <Card aria-labelledby="new-bench">
      <CardHeader title={<span id="new-bench">{t('New bench')}</span>}>
        {t('Up to three agents with the same kind of input.')}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {agents.length > 0 && (
          <ul className="grid gap-2 sm:grid-cols-3">
            {agents.map((agent) => (
              <li key={agent.id} className="flex items-center gap-3 rounded border border-line p-3">
                <AgentIcon agent={agent} size="sm" />
                <span className="grid min-w-0 grow">
                  <span className="truncate font-medium">{agent.name}</span>
                  <span className="text-muted text-xs">{priceText(agent.price)}</span>
                </span>
                <IconButton
                  size="sm"
                  label={t('Remove {name}', { name: agent.name })}
                  onClick={() => choose(slugs.filter((slug) => slug !== agent.slug))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {agents.length < BENCH.agents && (
          <AddAgent chosen={agents.map(({ id }) => id)} onAdd={(agent) => choose([...slugs, agent.slug])} />
        )}
        {begin.error !== null && <Callout tone="bad">{friendly(begin.error)}</Callout>}
        <div>
          <Button
            variant="primary"
            busy={begin.busy && t('Opening...')}
            reason={reason}
            onClick={() => void begin.run()}
          >
            {t('Continue to cases')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
