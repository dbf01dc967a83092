import { ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AgentSpending, BoughtAgent } from '#contract/purchases.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { AskRefund } from '#web/checkout/ask-refund.tsx'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { AgentIcon } from '#web/listing/agent-icon.tsx'
import { DifferenceDialog } from '#web/listing/difference-dialog.tsx'
import { InvoicePdf } from '#web/money/invoice-pdf.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
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
          label="What is shown"
          segments={[
            { value: 'bought', label: 'Bought' },
            { value: 'runs', label: 'Paid by the run' },
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
        title="Nothing bought yet"
        action={
          <LinkButton href={paths.marketplace()} variant="primary">
            Find an agent
          </LinkButton>
        }
      >
        Agents you buy for a month or for good are listed here, with their version, their end, their invoice and how to
        ask for your money back. A plan is under <TextLink href={paths.subscription()}>Subscription</TextLink>.
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

const STATUS: Record<BoughtAgent['status'], [string, Tone]> = {
  coming: ['Not begun', 'neutral'],
  active: ['Yours', 'good'],
  ended: ['Ended', 'neutral'],
  refunded: ['Refunded', 'neutral'],
}

function termOf({ kind, status, starts_at, ends_at }: BoughtAgent): string {
  if (kind === 'once' || ends_at === null) return 'For good'
  if (status === 'coming') return `A month, from ${formatDay(starts_at)} to ${formatDay(ends_at)}`
  return status === 'active' ? `A month, ends ${formatDay(ends_at)}; nothing renews by itself` : 'A month'
}

function BoughtItem({ item }: { item: BoughtAgent }) {
  const { agent, version, abilities, invoice } = item
  const [tone, label] = [STATUS[item.status][1], STATUS[item.status][0]]
  const canUse = item.status === 'active' || item.status === 'coming'
  return (
    <li className="grid gap-3 rounded border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-3">
        <AgentIcon icon={agent.icon} />
        <div className="min-w-40 grow basis-0">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">
            <Link href={paths.agent(agent.slug)} className="hover:underline">
              <bdi>{agent.name}</bdi>
            </Link>
            <Badge tone={tone}>{label}</Badge>
          </h2>
          <p className="text-muted text-sm">
            {termOf(item)} · bought {formatDay(item.bought_at)}
          </p>
          <p className="text-muted text-sm">
            Version {version.number}
            {canUse && version.newest > version.number && <NewerVersion item={item} />}
          </p>
        </div>
        <div className="text-right">
          <Money paise={item.paid_paise} />
          {item.refunded_paise > 0 && (
            <p className="text-muted text-sm">{formatPaise(item.refunded_paise)} paid back</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3">
        {canUse && (
          <LinkButton size="sm" href={paths.agent(agent.slug)}>
            Run it
          </LinkButton>
        )}
        {invoice ? <InvoicePdf invoice={invoice} /> : <span className="text-muted text-sm">No invoice yet</span>}
        <TextLink href={paths.payment(item.order_id)}>Receipt</TextLink>
        {abilities.ask_refund.allowed ? (
          <span className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
            Money back until {formatDay(item.refund_until)}
            <AskRefund of={{ order_id: item.order_id }} small />
          </span>
        ) : (
          <span className="text-muted text-sm">{abilities.ask_refund.reason}</span>
        )}
      </div>
    </li>
  )
}

/** What the newest version has, and the step to it when its buyer is ready. */
function NewerVersion({ item: { id, agent, version } }: { item: BoughtAgent }) {
  const [open, setOpen] = useState(false)
  const take = useAction(async () => {
    await call('takeNewestVersion', { params: { id } })
    setOpen(false)
    await refresh('listPurchases', 'getAgentTerms')
  })
  return (
    <>
      {` · version ${version.newest} is out `}
      <Button size="sm" onClick={() => setOpen(true)}>
        See what changed
      </Button>
      {open && (
        <DifferenceDialog agent={agent.id} from={version.number} to={version.newest} onClose={() => setOpen(false)}>
          {take.error !== null && <Callout tone="bad">{friendly(take.error)}</Callout>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Stay with version {version.number}</Button>
            <Button variant="primary" busy={take.busy && 'Changing...'} onClick={() => void take.run()}>
              Use version {version.newest}
            </Button>
          </div>
        </DifferenceDialog>
      )}
    </>
  )
}

const COLUMNS: readonly Column<AgentSpending>[] = [
  {
    key: 'agent',
    header: 'Agent',
    className: 'w-full max-w-0',
    cell: ({ agent, runs }) => (
      <div className="min-w-28 py-1.5">
        <Link href={paths.agent(agent.slug)} className="block min-h-6 truncate font-medium hover:underline">
          <bdi>{agent.name}</bdi>
        </Link>
        <p className="truncate text-muted text-sm">{runs === 1 ? '1 run' : `${formatNumber(runs)} runs`}</p>
      </div>
    ),
  },
  { key: 'last', header: 'Last', className: 'max-sm:hidden', cell: ({ last_at }) => <RelativeTime time={last_at} /> },
  {
    key: 'models',
    header: 'Of it models',
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ models_paise }) => <Money paise={models_paise} />,
  },
  { key: 'month', header: 'This month', align: 'right', cell: ({ month_paise }) => <Money paise={month_paise} /> },
  { key: 'paise', header: 'In all', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

function PaidByRun({ page }: { page: number }) {
  const { items, total } = useData(spendingQuery(page))
  return (
    <>
      <Table
        caption="Credits that agents took, the last used first"
        columns={COLUMNS}
        rows={items}
        rowKey={({ agent }) => agent.id}
        empty={
          <EmptyState icon={<ShoppingBag aria-hidden="true" />} title="No paid runs yet">
            Agents whose runs you pay with credits are summed up here. A run that failed took nothing.
          </EmptyState>
        }
      />
      <p className="text-muted text-sm">
        Each movement stands in the <TextLink href={paths.subscription('credits')}>statement of your credits</TextLink>,
        where a run can be asked back. Runs are invoiced when their month is over.
      </p>
      {total > SIZE && <Pagination page={page} pageSize={SIZE} total={total} href={(to) => href('runs', to)} />}
    </>
  )
}
