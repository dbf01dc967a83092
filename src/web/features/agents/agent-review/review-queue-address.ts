/** What the address says of the review queue. */
import { q } from '#web/api/query.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'

export const STATUSES = [
  { value: 'in_review', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Sent back' },
  { value: 'agents', label: 'All agents' },
] as const
export type QueueTab = (typeof STATUSES)[number]['value']

export interface QueueState {
  tab: QueueTab
  page: number
  submission: string | null
  search: string
}
export const SIZE = 25

export const readQueueState = (params: URLSearchParams): QueueState => ({
  tab: STATUSES.find(({ value }) => value === params.get('status'))?.value ?? 'in_review',
  page: pageParam(params),
  submission: params.get('submission'),
  search: (params.get('search') ?? '').slice(0, 200),
})

export const queuePath = (state: Partial<QueueState>): string =>
  paths.adminAgents({
    status: state.tab === 'in_review' ? null : state.tab,
    page: state.page === 1 ? null : state.page,
    submission: state.submission,
    search: state.search,
  })

const offsetOf = ({ page }: QueueState) => (page - 1) * SIZE
export const queueQuery = (state: QueueState) =>
  q('listSubmissions', {
    query: { status: state.tab === 'agents' ? 'in_review' : state.tab, limit: SIZE, offset: offsetOf(state) },
  })
export const submissionQuery = (id: string) => q('getSubmission', { params: { id } })
export const agentsQuery = (state: QueueState) =>
  q('listManagedAgents', {
    query: { limit: SIZE, offset: offsetOf(state), ...(state.search && { search: state.search }) },
  })
