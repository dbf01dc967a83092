import { Download, ScrollText } from 'lucide-react'
import { toCsv } from '#contract/core/csv.ts'
import { useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type PayoutsState, payoutsPath, SIZE, statementQuery } from './payouts-address.ts'

type StatementLine = DataOf<'getEarningsStatement'>['items'][number]

const words = (): Readonly<Record<string, string>> => ({
  sale: t('Sale'),
  earned: t('Sale, payable now'),
  refund: t('Refund to a buyer'),
  payout: t('Payout'),
  payout_returned: t('Returned payout'),
  payout_reversed: t('Payout returned by the bank'),
  dispute: t('Dispute'),
  correction: t('Correction'),
})
const wordOf = ({ kind }: StatementLine): string => words()[kind] ?? kind

const tableColumns = (): readonly Column<StatementLine>[] => [
  { key: 'at', header: t('When'), cell: ({ at }) => <RelativeTime time={at} /> },
  {
    key: 'what',
    header: t('What'),
    className: 'w-full max-w-0',
    cell: (line) => (
      <div className="min-w-32 py-1.5">
        <p className="truncate font-medium">{wordOf(line)}</p>
        <p className="truncate text-muted text-base" title={`${line.cause.type} ${line.cause.id}`}>
          <bdi>{line.note || `${line.cause.type} ${line.cause.id}`}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'paise',
    header: t('Amount'),
    align: 'right',
    cell: ({ paise }) => <Money signed paise={paise} />,
  },
]

const MOST = 500

/** Every line, a page at a time. */
async function allLines(): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let total = 1; lines.length < total; ) {
    const page = await call('getEarningsStatement', { query: { limit: MOST, offset: lines.length } }, { exact: true })
    if (page.items.length === 0) break
    lines.push(...page.items)
    total = page.total
  }
  return lines
}

const statementCsv = (lines: readonly StatementLine[]): string =>
  toCsv([
    [t('Time'), t('What'), t('Note'), t('Cause'), t('Reference ID'), t('Amount (INR)')],
    ...lines.map((line) => [line.at, wordOf(line), line.note, line.cause.type, line.cause.id, line.paise / 100]),
  ])

/** Every movement of the payable earnings, newest first, and all of them as a file. */
export function Statement({ state }: { state: PayoutsState }) {
  const { items, total } = useData(statementQuery(state))
  const save = useAction(async () =>
    saveFile('earnings-statement.csv', `\uFEFF${statementCsv(await allLines())}`, 'text/csv;charset=utf-8'),
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {total > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">{t('Changes to your payable earnings.')}</p>
          <Button
            size="sm"
            icon={<Download aria-hidden="true" />}
            busy={save.busy && t('Preparing...')}
            aria-label={t('Save full statement as CSV')}
            onClick={() => void save.run()}
          >
            CSV
          </Button>
        </div>
      )}
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Table
        caption={t('Changes to your payable earnings, newest first')}
        columns={tableColumns()}
        rows={items}
        rowKey={({ at, cause, kind, paise }) => `${at}${kind}${cause.id}${paise}`}
        empty={
          <EmptyState icon={<ScrollText aria-hidden="true" />} title={t('Nothing is payable yet')}>
            {t('Sales appear here when their refund period ends.')}
          </EmptyState>
        }
      />
      <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => payoutsPath({ ...state, page })} />
    </div>
  )
}
