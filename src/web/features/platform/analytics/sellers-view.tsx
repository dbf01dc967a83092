import { Store } from 'lucide-react'
import { useNavigate } from 'react-router'
import { toCsv } from '#contract/core/csv.ts'
import type { SellerFigures } from '#contract/platform/analytics.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { toParam } from '#web/lib/page-param.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type AnalyticsState, analyticsHref, PAGE_SIZE } from './analytics-address.ts'
import { readAll, sellersInput, sellersQuery } from './analytics-queries.ts'
import { FigurePart, MeasuredNote } from './figure-parts.tsx'
import { CategoryChoice } from './segments.tsx'

type SellerRow = SellerFigures['items'][number]

const number = (
  key: 'agents' | 'views' | 'tried' | 'runs' | 'sales',
  header: string,
  className = '',
): Column<SellerRow> => ({
  key,
  header,
  align: 'right',
  sortable: key !== 'agents',
  className,
  cell: (row) => formatNumber(row[key]),
})

const COLUMNS: readonly Column<SellerRow>[] = [
  {
    key: 'seller',
    header: 'Seller',
    className: 'w-full max-w-0',
    cell: ({ seller }) => (
      <p className="min-w-28 truncate font-medium">
        <bdi>{seller.display_name}</bdi>
      </p>
    ),
  },
  number('agents', 'Agents', 'max-md:hidden'),
  number('views', 'Views', 'max-lg:hidden'),
  number('tried', 'Tried', 'max-md:hidden'),
  number('runs', 'Runs', 'max-sm:hidden'),
  number('sales', 'Sales'),
  {
    key: 'gross_paise',
    header: 'Buyers paid',
    align: 'right',
    sortable: true,
    cell: ({ gross_paise }) => <Money paise={gross_paise} />,
  },
  {
    key: 'commission_paise',
    header: 'Commission',
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ commission_paise }) => <Money paise={commission_paise} />,
  },
]

const sellersCsv = (rows: readonly SellerRow[]): string =>
  toCsv([
    [
      'Seller',
      'Agents',
      'Views',
      'Tried',
      'Runs',
      'Failed',
      'Sales',
      'Buyers paid (INR)',
      'Commission (INR)',
      'Seller’s share (INR)',
    ],
    ...rows.map((row) => [
      row.seller.display_name,
      row.agents,
      row.views,
      row.tried,
      row.runs,
      row.failed,
      row.sales,
      row.gross_paise / 100,
      row.commission_paise / 100,
      row.seller_paise / 100,
    ]),
  ])

/** Whose agents are used, and what they sell. */
export function SellersView({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const figures = useData(sellersQuery(state))
  const csv = async () =>
    sellersCsv(await readAll((page) => call('getSellerFigures', { query: { ...sellersInput(state), ...page } })))
  return (
    <>
      <div className="max-w-xs">
        <CategoryChoice state={state} />
      </div>
      <MeasuredNote of={figures} />
      <FigurePart
        title="Sellers"
        note="Amounts include GST and are before refunds."
        aside={<CsvButton name="sellers" of="sellers" csv={csv} />}
      >
        <Table
          caption="Figures of sellers"
          columns={COLUMNS}
          rows={figures.items}
          rowKey={({ seller }) => seller.id}
          sort={{ key: state.sellerSort, direction: 'desc' }}
          onSort={({ key }) => void navigate(analyticsHref(state, { sort: key }), { preventScrollReset: true })}
          empty={<EmptyState icon={<Store aria-hidden="true" />} title="No seller’s agent was used in this period" />}
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
