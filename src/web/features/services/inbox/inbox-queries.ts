/** What the inbox shows, as its address asks for it. */
import type { ServiceId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { INBOX, INBOX_FILTERS, type InboxFilter } from '#contract/services/inbox-values.ts'
import { q } from '#web/api/query.ts'

export interface InboxState {
  show: InboxFilter
  service: ServiceId | null
  search: string
  /** The chat that is open. */
  chat: ConversationId | null
  page: number
}

const PAGE_SIZE = 30
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idOf = (text: string | null) => (text !== null && UUID.test(text) ? text : null)

/** What an address says that the server would refuse is left out. */
export function readInboxState(params: URLSearchParams): InboxState {
  const page = Number(params.get('page'))
  return {
    show: INBOX_FILTERS.find((one) => one === params.get('show')) ?? 'waiting',
    service: idOf(params.get('service')) as ServiceId | null,
    search: (params.get('search') ?? '').trim().slice(0, INBOX.search_chars),
    chat: idOf(params.get('chat')) as ConversationId | null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
  }
}

export const inboxInput = ({ show, service, search, page }: InboxState) => ({
  ...{ show, search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  ...(service !== null && { service_id: service }),
})
export const inboxQuery = (state: InboxState) => q('listInbox', { query: inboxInput(state) })
export const summaryQuery = q('getInboxSummary')
export const chatQuery = (id: ConversationId) => q('getInboxChat', { params: { id } })
export const MESSAGES_PAGE = 100
export const messagesQuery = (id: ConversationId, offset = 0) =>
  q('listInboxMessages', { params: { id }, query: { limit: MESSAGES_PAGE, offset } })
