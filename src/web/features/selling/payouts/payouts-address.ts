/** What the address says of a seller's payouts. */
import { q } from '#web/api/query.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const SIZE = 25

export interface PayoutsState {
  tab: 'payouts' | 'statement'
  page: number
  /** The form of the details is open. */
  edit: boolean
}

export const readPayoutsState = (params: URLSearchParams): PayoutsState => ({
  tab: params.get('tab') === 'statement' ? 'statement' : 'payouts',
  page: pageParam(params),
  edit: params.get('edit') === 'details',
})

export const payoutsPath = ({ tab, page, edit }: Partial<PayoutsState>): string =>
  paths.sellerPayouts({
    tab: tab === 'statement' ? tab : null,
    page: page !== undefined && page > 1 ? page : null,
    edit: edit ? 'details' : null,
  })

const offset = ({ page }: PayoutsState) => (page - 1) * SIZE
export const profileQuery = q('getSellerProfile')
export const payoutsQuery = (state: PayoutsState) =>
  q('listPayouts', { query: { limit: SIZE, offset: state.tab === 'payouts' ? offset(state) : 0 } })
export const statementQuery = (state: PayoutsState) =>
  q('getEarningsStatement', { query: { limit: SIZE, offset: offset(state) } })
