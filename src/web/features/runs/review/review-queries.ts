/** What the review queue shows, as its address asks for it. */
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ReviewQueueQuery } from '#contract/runs/review-queue.ts'
import { QUEUE_AGES, QUEUE_SORTS, type QueueAge, type QueueSort } from '#contract/runs/review-queue-values.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

export interface QueueState {
  service: ServiceId | null
  /** `anyone`, `me`, `nobody` or the id of a person. */
  assignee: ReviewQueueQuery['assignee']
  age: QueueAge
  /** Only documents with a finding below this confidence, in per cent. */
  below: number | null
  sort: QueueSort
  page: number
  /** The document that is open. */
  open: ExecutionId | null
}

const PAGE_SIZE = 30
export const CONFIDENCES = [50, 70, 90] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idOf = (text: string | null) => (text !== null && UUID.test(text) ? text : null)

/** What an address says that the server would refuse is left out. */
export function readQueueState(params: URLSearchParams): QueueState {
  const page = Number(params.get('page'))
  const assignee = params.get('assignee')
  return {
    service: idOf(params.get('service')) as ServiceId | null,
    assignee: assignee === 'me' || assignee === 'nobody' ? assignee : ((idOf(assignee) as UserId | null) ?? 'anyone'),
    age: QUEUE_AGES.find((one) => one === params.get('age')) ?? 'all',
    below: CONFIDENCES.find((one) => String(one) === params.get('below')) ?? null,
    sort: QUEUE_SORTS.find((one) => one === params.get('sort')) ?? 'oldest',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
    open: idOf(params.get('open')) as ExecutionId | null,
  }
}

export const queueHref = (state: QueueState, change: Partial<QueueState>): string => {
  const { service, assignee, age, below, sort, page, open } = { ...state, ...change }
  return paths.review({
    ...{ service, open, below: below === null ? null : String(below) },
    ...{ assignee: assignee === 'anyone' ? null : assignee, age: age === 'all' ? null : age },
    ...{ sort: sort === 'oldest' ? null : sort, page: page === 1 ? null : page },
  })
}

export const queueInput = ({ service, assignee, age, below, sort, page }: QueueState) => ({
  ...{ assignee, age, sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  ...(service !== null && { service_id: service }),
  ...(below !== null && { below: below / 100 }),
})

export const queueQuery = (state: QueueState) => q('listReviewQueue', { query: queueInput(state) })

export const commentsQuery = (id: ExecutionId) => q('listRunComments', { params: { id }, query: {} })
export const accuracyQuery = q('getReviewAccuracy', { query: {} })
export const agreementQuery = q('getReviewAgreement', { query: {} })
