import { Search, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useData } from '#web/api/query.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type BooksState, balanceQuery, booksPath, SIZE, transactionsQuery } from './books-address.ts'
import { MOVEMENTS, movementWord } from './movement-texts.ts'
import { Transaction } from './transaction.tsx'

/** Ledger transactions, newest first; the filter is part of the address. */
export function Transactions({ state }: { state: BooksState }) {
  const { items, total } = useData(transactionsQuery(state))
  const filtered = [state.account, state.kind, state.search, state.owner].some((value) => value !== '')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters state={state} filtered={filtered} />
      {items.length === 0 ? (
        <EmptyState
          title={filtered ? 'No matching transactions' : 'No transactions yet'}
          action={filtered && <LinkButton href={booksPath({ tab: 'transactions' })}>Show all</LinkButton>}
        >
          {filtered ? undefined : 'Each payment, run and payout appears here with its entries.'}
        </EmptyState>
      ) : (
        <ol aria-label="Transactions, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {items.map((one) => (
            <Transaction key={one.id} transaction={one} />
          ))}
        </ol>
      )}
      <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => booksPath({ ...state, page })} />
    </div>
  )
}

/** All of them, and the one of the address, which may be none of ours. */
const kindsWith = (chosen: string) => [
  { value: '', label: 'All kinds' },
  ...[...new Set([...Object.keys(MOVEMENTS), ...(chosen === '' ? [] : [chosen])])].map((value) => ({
    value,
    label: movementWord(value),
  })),
]

function Filters({ state, filtered }: { state: BooksState; filtered: boolean }) {
  const { rows } = useData(balanceQuery)
  const [search, setSearch] = useState(state.search)
  const navigate = useNavigate()
  const go = (over: Partial<BooksState>) =>
    void navigate(booksPath({ ...state, search: search.trim(), ...over, page: 1 }), {
      preventScrollReset: true,
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({})
  }
  return (
    <form
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <TextField
        label="Key or reference"
        placeholder="sale: or a reference ID"
        icon={<Search aria-hidden="true" />}
        value={search}
        maxLength={200}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Select
        label="Account"
        options={[
          { value: '', label: 'All accounts' },
          ...rows.map(({ account, title }) => ({ value: account, label: title })),
        ]}
        value={state.account}
        onChange={(event) => go({ account: event.target.value })}
      />
      <Select
        label="Kind"
        options={kindsWith(state.kind)}
        value={state.kind}
        onChange={(event) => go({ kind: event.target.value })}
      />
      <div className="flex gap-2">
        <Button type="submit">Find</Button>
        {filtered && (
          <LinkButton href={booksPath({ tab: 'transactions' })} icon={<X aria-hidden="true" />}>
            All
          </LinkButton>
        )}
      </div>
    </form>
  )
}
