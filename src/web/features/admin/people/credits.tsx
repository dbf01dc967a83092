import type { Person } from '#contract/admin/people.ts'
import type { CreditEntry } from '#contract/billing/credits.ts'
import { q } from '#web/api/query.ts'
import { entryText } from '#web/parts/billing/credits/entry-text.ts'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

const COLUMNS: readonly Column<CreditEntry>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <RelativeTime time={at} /> },
  {
    key: 'what',
    header: 'What',
    className: 'w-full max-w-0',
    cell: (entry) => {
      const { title, detail } = entryText(entry)
      return (
        <div className="min-w-32 py-1.5">
          <p className="truncate font-medium">{title}</p>
          {detail && <p className="break-words text-muted text-base [unicode-bidi:plaintext]">{detail}</p>}
        </div>
      )
    },
  },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money signed paise={paise} /> },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ balance_paise }) => <Money paise={balance_paise} className="text-muted" />,
  },
]

/** The balance and every movement of it. */
export const Credits = ({ person: { id }, state }: { person: Person; state: PersonState }) => (
  <Section title="Credits" query={q('listPersonCredits', { params: { id }, query: sliceOf(state.page) })}>
    {({ items, total, balance_paise, held_paise }) => (
      <>
        <dl className="grid grid-cols-2 gap-4 surface-card p-4">
          <Stat label="Balance" value={<Money paise={balance_paise} />} />
          <Stat label="Reserved for active runs" value={<Money paise={held_paise} />} />
        </dl>
        <Table
          caption="Credit statement, newest first"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id: entry, paise }) => `${entry}:${paise}`}
          empty={<p className="text-muted">No transactions yet.</p>}
        />
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => personPath({ ...state, page })} />
      </>
    )}
  </Section>
)
