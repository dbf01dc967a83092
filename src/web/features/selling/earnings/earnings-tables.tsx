import type { ReactNode } from 'react'
import type { Earnings } from '#contract/selling/earnings.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { agentsCsv, buyersCsv } from './csv.ts'

type AgentRow = Earnings['by_agent'][number]
type BuyerRow = Earnings['by_buyer'][number]

const money = (key: keyof Earnings['totals'] & `${string}_paise`, header: string, className = '') =>
  ({ key, header, align: 'right', className, cell: (row: AgentRow) => <Money paise={row[key]} /> }) as const

const agentColumns = (): readonly Column<AgentRow>[] => [
  {
    key: 'agent',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: ({ agent }) => (
      <Link href={paths.sellerAgent(agent.id)} className="block min-h-6 min-w-24 truncate font-medium hover:underline">
        <bdi>{agent.name}</bdi>
      </Link>
    ),
  },
  {
    key: 'sales',
    header: t('Sales'),
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ sales }) => formatNumber(sales),
  },
  money('gross_paise', t('Buyers paid')),
  money('refunded_paise', t('Refunded'), 'max-md:hidden'),
  money('commission_paise', t('Commission'), 'max-lg:hidden'),
  money('tax_paise', t('Tax'), 'max-lg:hidden'),
  money('seller_paise', t('Your share')),
  {
    key: 'failed',
    header: t('Failed runs'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ runs, failed }) =>
      runs === 0 ? '—' : t('{failed} of {runs}', { failed: formatNumber(failed), runs: formatNumber(runs) }),
  },
]

const buyerColumns = (): readonly Column<BuyerRow & { place: number }>[] => [
  {
    key: 'buyer',
    header: t('Buyer'),
    className: 'w-full max-w-0',
    cell: ({ buyer }) => (
      <p className="min-w-32 truncate">
        <bdi>{buyer}</bdi>
      </p>
    ),
  },
  { key: 'sales', header: t('Sales'), align: 'right', cell: ({ sales }) => formatNumber(sales) },
  { key: 'paid', header: t('Paid'), align: 'right', cell: ({ gross_paise }) => <Money paise={gross_paise} /> },
  { key: 'share', header: t('Share'), align: 'right', cell: ({ share }) => formatPercent(share) },
]

/** Where it comes from: each agent, and the largest buyers. */
export function EarningsTables({ earnings }: { earnings: Earnings }) {
  const file = `earnings-${earnings.days}-days`
  return (
    <>
      <Part
        title={t('By agent')}
        aside={<CsvButton name={`${file}-agents`} of={t('earnings by agent')} csv={() => agentsCsv(earnings)} />}
      >
        <Table
          caption={t('Earnings by agent, highest sales first')}
          columns={agentColumns()}
          rows={earnings.by_agent}
          rowKey={({ agent }) => agent.id}
        />
      </Part>
      {earnings.by_buyer.length > 0 && (
        <Part
          title={t('By buyer')}
          aside={<CsvButton name={`${file}-buyers`} of={t('earnings by buyer')} csv={() => buyersCsv(earnings)} />}
        >
          <Table
            caption={t('Up to 20 buyers, largest first')}
            columns={buyerColumns()}
            rows={earnings.by_buyer.map((row, place) => ({ ...row, place }))}
            rowKey={({ place }) => `${place}`}
          />
        </Part>
      )}
    </>
  )
}

const Part = ({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-lg">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)
