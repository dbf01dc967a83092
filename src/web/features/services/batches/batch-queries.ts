import { ACCEPTANCE_STATES, type AcceptanceState } from '#contract/runs/acceptance/acceptance-values.ts'
import { REVIEW_STATES, type ReviewState } from '#contract/runs/decision-values.ts'
import { ITEM_STATES, type ItemState } from '#contract/services/batch-values.ts'
import { q } from '#web/api/query.ts'

export const BATCHES_PAGE = 10
export const ITEMS_PAGE = 50

export const batchesQuery = (service_id: string, page: number) =>
  q('listBatches', { query: { service_id, limit: BATCHES_PAGE, offset: (page - 1) * BATCHES_PAGE } })
export const batchQuery = (id: string) => q('getBatch', { params: { id } })
export const callbacksQuery = (id: string) => q('listBatchCallbacks', { params: { id } })
export const callbackSecretQuery = () => q('getCallbackSecret')

/** What the address says of the table. */
export interface ItemsState {
  state: ItemState | null
  code: string | null
  review: ReviewState | null
  acceptance: AcceptanceState | null
  search: string
  sort: string
  order: 'asc' | 'desc'
  page: number
  /** The document that is open, by its place in the table as it is filtered and sorted. */
  at: number | null
}

const whole = (text: string | null, least: number, most: number): number | null => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= least && number <= most ? number : null
}

export const readItemsState = (params: URLSearchParams): ItemsState => ({
  state: ITEM_STATES.find((state) => state === params.get('state')) ?? null,
  code: params.get('code')?.slice(0, 100) || null,
  review: REVIEW_STATES.find((review) => review === params.get('review')) ?? null,
  acceptance: ACCEPTANCE_STATES.find((one) => one === params.get('acceptance')) ?? null,
  search: (params.get('search') ?? '').trim().slice(0, 200),
  sort: (params.get('sort') ?? 'position').slice(0, 200),
  order: params.get('order') === 'desc' ? 'desc' : 'asc',
  page: whole(params.get('page'), 1, 10_000) ?? 1,
  at: whole(params.get('at'), 0, 100_000),
})

const filterOf = ({ state, code, review, acceptance, search, sort, order }: ItemsState) => ({
  ...(state !== null && { state }),
  ...(code !== null && { code }),
  ...(review !== null && { review }),
  ...(acceptance !== null && { acceptance }),
  ...(search !== '' && { search }),
  ...{ sort, order },
})

export const itemsInput = (id: string, state: ItemsState) => ({
  params: { id },
  query: { ...filterOf(state), limit: ITEMS_PAGE, offset: (state.page - 1) * ITEMS_PAGE },
})
export const itemsQuery = (id: string, state: ItemsState) => q('listBatchItems', itemsInput(id, state))

/** The document at a place of the table. */
export const itemQuery = (id: string, state: ItemsState, at: number) =>
  q('listBatchItems', { params: { id }, query: { ...filterOf(state), limit: 1, offset: at } })
