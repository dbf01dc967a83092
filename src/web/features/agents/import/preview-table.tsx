import { CircleAlert } from 'lucide-react'
import type { ImportRow } from '#contract/agents/agent-import.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const NONE = '—'
/** Of cells, not of their heads: a row with problems is tall. */
const TOP = '[td&]:pt-2 [td&]:align-top'

function Problems({ row: { row, problems } }: { row: ImportRow }) {
  return (
    <ul aria-label={t('Problems in row {row}', { row })} className="mt-1 grid gap-1 text-bad text-base">
      {problems.map(({ column, message }) => (
        <li key={column} className="flex items-start gap-1.5">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere min-w-0">
            <span className="font-mono">{column}</span>: {message}
          </span>
        </li>
      ))}
    </ul>
  )
}

const columns = (): readonly Column<ImportRow>[] => [
  { key: 'row', header: t('Row'), align: 'right', className: `${TOP} tabular-nums`, cell: ({ row }) => row },
  {
    key: 'agent',
    header: t('Agent'),
    className: 'w-full min-w-56',
    cell: (row) => (
      <div className="wrap-anywhere py-2">
        <p className="font-medium">
          <bdi>{row.name || NONE}</bdi>
        </p>
        <p className="text-muted text-base">
          <bdi>{row.tagline}</bdi>
        </p>
        {row.problems.length > 0 && <Problems row={row} />}
      </div>
    ),
  },
  {
    key: 'category',
    header: t('Category'),
    className: TOP,
    cell: ({ category }) => <bdi>{category || NONE}</bdi>,
  },
  {
    key: 'price',
    header: t('Price'),
    className: `${TOP} whitespace-nowrap`,
    cell: ({ price }) => (price ? priceText({ ...price, currency: 'INR' }) : NONE),
  },
  {
    key: 'workflow',
    header: t('Workflow'),
    className: `${TOP} min-w-32`,
    cell: ({ workflow }) =>
      workflow === null ? <span className="text-muted">{t('A new one')}</span> : <bdi>{workflow}</bdi>,
  },
]

/** What the file would create; rows with problems come first. */
export function PreviewTable({ rows }: { rows: readonly ImportRow[] }) {
  const sorted = rows.toSorted((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.row - b.row)
  return (
    <Table
      caption={t('Agents in the file, rows with problems first')}
      columns={columns()}
      rows={sorted}
      rowKey={({ row }) => String(row)}
      empty={null}
    />
  )
}
