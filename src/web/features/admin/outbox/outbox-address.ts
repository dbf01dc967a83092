/** The outbox as its address asks for it. What an address says that the server would refuse is left out. */
import type { MailId, MailStatus } from '#contract/admin/outbox.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

const PAGE_SIZE = 25
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** In the order of a mail's life. */
export const STATUSES: readonly { value: MailStatus; label: string }[] = [
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
]

export interface OutboxState {
  status: MailStatus | null
  page: number
  mail: MailId | null
}

export function readOutboxState(params: URLSearchParams): OutboxState {
  const page = Number(params.get('page'))
  const mail = params.get('mail') ?? ''
  return {
    status: STATUSES.find(({ value }) => value === params.get('status'))?.value ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    mail: UUID.test(mail) ? (mail as MailId) : null,
  }
}

export const outboxPath = ({ status, page, mail }: OutboxState): string =>
  paths.outbox({ status, page: page > 1 ? page : null, mail })

export const listQuery = ({ status, page }: OutboxState) =>
  q('listOutbox', { query: { ...(status && { status }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } })
export const mailQuery = (id: MailId) => q('getOutboxMail', { params: { id } })
