/** What the address says of the books. */
import { q } from '#web/api/query.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const TABS = { balance: 'Trial balance', transactions: 'Transactions', gstr1: 'GSTR-1' } as const
export type Tab = keyof typeof TABS

export interface BooksState {
  tab: Tab
  account: string
  owner: string
  kind: string
  search: string
  page: number
}
export const SIZE = 25
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const readBooksState = (params: URLSearchParams): BooksState => {
  const text = (name: string, most: number) => (params.get(name) ?? '').trim().slice(0, most)
  const owner = text('owner', 36)
  return {
    tab: (Object.keys(TABS) as Tab[]).find((tab) => tab === params.get('tab')) ?? 'balance',
    account: text('account', 40),
    owner: UUID.test(owner) ? owner : '',
    kind: text('kind', 40),
    search: text('find', 200),
    page: pageParam(params),
  }
}

export const booksPath = ({ tab, page, search, ...filters }: Partial<BooksState>): string =>
  paths.adminLedger({
    tab: tab === 'balance' ? null : tab,
    ...filters,
    find: search,
    page: page !== undefined && page > 1 ? page : null,
  })

export const balanceQuery = q('getTrialBalance')
export const transactionsQuery = ({ account, owner, kind, search, page }: BooksState) =>
  q('listLedgerTransactions', {
    query: {
      limit: SIZE,
      offset: (page - 1) * SIZE,
      ...(account && { account }),
      ...(owner && { owner }),
      ...(kind && { kind }),
      ...(search && { search }),
    },
  })
