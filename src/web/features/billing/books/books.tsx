import { useSearchParams } from 'react-router'
import { load } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { balanceQuery, booksPath, readBooksState, TABS, type Tab, transactionsQuery } from './books-address.ts'
import { Gstr1 } from './gstr1.tsx'
import { Transactions } from './transactions.tsx'
import { TrialBalance } from './trial-balance.tsx'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readBooksState(url.searchParams)
  if (state.tab !== 'gstr1') await load(balanceQuery)
  if (state.tab === 'transactions') await load(transactionsQuery(state))
}

/** The books of the platform. Nothing in them is ever changed: a correction is a movement of its own. */
export function Component() {
  const [params] = useSearchParams()
  const state = readBooksState(params)
  return (
    <AdminFrame title="Books" intro="All transactions, and the balance of each account.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs
          label="Books"
          active={state.tab}
          tabs={(Object.keys(TABS) as Tab[]).map((tab) => ({ key: tab, label: TABS[tab], href: booksPath({ tab }) }))}
        />
        {state.tab === 'balance' && <TrialBalance />}
        {state.tab === 'transactions' && (
          <Transactions key={`${state.account}|${state.kind}|${state.owner}|${state.search}`} state={state} />
        )}
        {state.tab === 'gstr1' && <Gstr1 />}
      </div>
    </AdminFrame>
  )
}
