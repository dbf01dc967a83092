import { toCsv } from '#contract/core/csv.ts'
import type { DataOf } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { balanceQuery, booksPath } from './books-address.ts'

type Row = DataOf<'getTrialBalance'>['rows'][number]

const side = (paise: number) => (paise === 0 ? <span className="text-muted">—</span> : <Money paise={paise} />)

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'account',
    header: 'Account',
    className: 'w-full max-w-0',
    cell: ({ account, title }) =>
      account === '' ? (
        <strong>{title}</strong>
      ) : (
        <Link
          href={booksPath({ tab: 'transactions', account })}
          className="block min-h-6 min-w-24 break-words py-1 font-medium hover:underline"
        >
          {title}
        </Link>
      ),
  },
  { key: 'debit', header: 'Debit', align: 'right', cell: ({ debit_paise }) => side(debit_paise) },
  { key: 'credit', header: 'Credit', align: 'right', cell: ({ credit_paise }) => side(credit_paise) },
]

/** Balances of each kind of account; both sides are equal unless something wrote past the ledger. */
export function TrialBalance() {
  const { rows, debit_paise, credit_paise, drift, transactions } = useData(balanceQuery)
  const sound = debit_paise === credit_paise && drift === 0
  const sum: Row = { account: '', title: 'Sum', debit_paise, credit_paise }
  const csv = () =>
    toCsv([
      ['Account', 'Title', 'Debit (INR)', 'Credit (INR)'],
      ...rows.map((row) => [row.account, row.title, row.debit_paise / 100, row.credit_paise / 100]),
    ])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {sound ? (
        <Callout tone="good" title="The books balance">
          {formatNumber(transactions)} transactions. Both sides are {formatPaise(debit_paise)}, and every balance equals
          the sum of its entries.
        </Callout>
      ) : (
        <Callout tone="bad" title="The books don’t balance">
          The sides differ by {formatPaise(Math.abs(debit_paise - credit_paise))}, and {drift} account balances differ
          from the sum of their entries. Pause payouts and find out what wrote to the database outside the ledger.
        </Callout>
      )}
      <div className="flex justify-end">
        <CsvButton name="trial-balance" of="the trial balance" csv={csv} />
      </div>
      <Table
        caption="Trial balance by kind of account"
        columns={COLUMNS}
        rows={[...rows, sum]}
        rowKey={({ account }) => account}
      />
    </div>
  )
}
