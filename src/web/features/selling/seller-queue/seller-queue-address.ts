/** What the address says of the queue of sellers' details. */
import { q } from '#web/api/query.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const STATUSES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'verified', label: 'Verified' },
  { value: 'rejected', label: 'Sent back' },
] as const
export type Status = (typeof STATUSES)[number]['value']

export interface QueueState {
  status: Status
  page: number
  seller: string | null
}
export const SIZE = 25

export const readQueueState = (params: URLSearchParams): QueueState => ({
  status: STATUSES.find(({ value }) => value === params.get('status'))?.value ?? 'pending',
  page: pageParam(params),
  seller: params.get('seller'),
})

export const queuePath = ({ status, page, seller }: Partial<QueueState>): string =>
  paths.adminSellers({
    status: status === 'pending' ? null : status,
    page: page === undefined || page === 1 ? null : page,
    seller,
  })

export const queueQuery = ({ status, page }: QueueState) =>
  q('listSellerProfiles', { query: { status, limit: SIZE, offset: (page - 1) * SIZE } })
