import { ShoppingBag } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { AgentSpending } from '#contract/billing/purchases.ts'
import { q, useData } from '#web/api/query.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { BoughtItem } from '#web/parts/billing/checkout/bought-item.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { PurchasesCsv } from './purchases-csv.tsx'

/** What is shown of them: bought for a month or for good, or paid run by run. */
export type Show = 'bought' | 'runs'
const SIZE = 20

const pageQuery = (page: number) => ({ query: { limit: SIZE, offset: (page - 1) * SIZE } })
const boughtQuery = (page: number) => q('listPurchases', pageQuery(page))
const spendingQuery = (page: number) => q('listAgentSpending', pageQuery(page))
export const purchasesQuery = (show: Show, page: number) => (show === 'runs' ? spendingQuery(page) : boughtQuery(page))

const href = (show: Show, page = 1) =>
  paths.payments({ tab: 'purchases', show: show === 'runs' ? show : null, page: page > 1 ? page : null })

/** Everything a buyer has, and what it costs. */
export function Purchases({ show, page }: { show: Show; page: number }) {
  const navigate = useNavigate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('View')}
          segments={[
            { value: 'bought', label: t('Bought') },
            { value: 'runs', label: t('Pay per run') },
          ]}
          value={show}
          onChange={(value) => void navigate(href(value as Show), { preventScrollReset: true })}
        />
        <PurchasesCsv show={show} />
      </div>
      {show === 'bought' ? <Bought page={page} /> : <PaidByRun page={page} />}
    </div>
  )
}

function Bought({ page }: { page: number }) {
  const { items, total } = useData(boughtQuery(page))
  if (items.length === 0)
    return (
      <EmptyState
        icon={<ShoppingBag aria-hidden="true" />}
        title={t('No purchases yet')}
        action={
          <LinkButton href={paths.marketplace()} variant="primary">
            {t('Find an agent')}
          </LinkButton>
        }
      >
        {fill(
          t(
            'Agents you buy appear here with their version, end date and invoice, and you can request a refund. Find your plan under {page}.',
            { page: '{page}' },
          ),
          { page: <TextLink href={paths.subscription()}>{t('Subscription')}</TextLink> },
        )}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-3">
        {items.map((item) => (
          <BoughtItem key={item.id} item={item} />
        ))}
      </ul>
      {total > SIZE && <Pagination page={page} pageSize={SIZE} total={total} href={(to) => href('bought', to)} />}
    </>
  )
}

const columns = (): readonly Column<AgentSpending>[] => [
  {
    key: 'agent',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: ({ agent, runs }) => (
      <div className="min-w-28 py-1.5">
        <Link href={paths.agent(agent.slug)} className="block truncate font-medium leading-6 hover:underline">
          <bdi>{agent.name}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          {runs === 1 ? t('1 run') : t('{count} runs', { count: formatNumber(runs) })}
        </p>
      </div>
    ),
  },
  {
    key: 'last',
    header: t('Last'),
    className: 'max-sm:hidden',
    cell: ({ last_at }) => <RelativeTime time={last_at} />,
  },
  {
    key: 'models',
    header: t('AI models'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ models_paise }) => <Money paise={models_paise} />,
  },
  { key: 'month', header: t('This month'), align: 'right', cell: ({ month_paise }) => <Money paise={month_paise} /> },
  { key: 'paise', header: t('Total'), align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

function PaidByRun({ page }: { page: number }) {
  const { items, total } = useData(spendingQuery(page))
  return (
    <>
      <Table
        caption={t('Credits spent per agent, most recent first')}
        columns={columns()}
        rows={items}
        rowKey={({ agent }) => agent.id}
        empty={
          <EmptyState icon={<ShoppingBag aria-hidden="true" />} title={t('No paid runs yet')}>
            {t('Your spending per agent appears here. Failed runs are free.')}
          </EmptyState>
        }
      />
      <p className="text-muted text-base">
        {fill(
          t(
            'Each charge is listed in the {statement}, where you can request a refund for a run. Runs are invoiced monthly.',
            { statement: '{statement}' },
          ),
          { statement: <TextLink href={paths.subscription('credits')}>{t('credit statement')}</TextLink> },
        )}
      </p>
      {total > SIZE && <Pagination page={page} pageSize={SIZE} total={total} href={(to) => href('runs', to)} />}
    </>
  )
}
