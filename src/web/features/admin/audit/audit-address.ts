/** The audit log as its address asks for it. What an address says that the server would refuse is left out. */
import type { AuditEntryId } from '#contract/admin/audit.ts'
import { AUDIT } from '#contract/admin/audit-values.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

export interface AuditState {
  /** An email address or an id. */
  person: string
  action: string
  /** Days in the reader's time zone, the last one included. */
  from: string
  to: string
  reason: string
  after: AuditEntryId | null
}

export const NO_FILTER: AuditState = { person: '', action: '', from: '', to: '', reason: '', after: null }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

export function readAuditState(params: URLSearchParams): AuditState {
  const text = (name: string, most: number) => (params.get(name) ?? '').trim().slice(0, most)
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))]
  const reason = text('reason', AUDIT.search_chars)
  const after = params.get('after') ?? ''
  return {
    person: text('person', AUDIT.person_chars),
    action: text('action', 100),
    from,
    to: from !== '' && to !== '' && to < from ? '' : to,
    reason: reason.length < AUDIT.shortest_search ? '' : reason,
    after: UUID.test(after) ? (after as AuditEntryId) : null,
  }
}

export const isFiltered = ({ person, action, from, to, reason }: AuditState): boolean =>
  [person, action, from, to, reason].some((value) => value !== '')

export const auditPath = (state: AuditState): string => paths.adminAudit({ ...state })

/** The beginning of a day of the reader, or of the day after it. */
function startOf(day: string, later: 0 | 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

export const filterOf = ({ person, action, from, to, reason }: AuditState) => ({
  ...(person !== '' && { person }),
  ...(action !== '' && { action }),
  ...(from !== '' && { from: startOf(from, 0) }),
  ...(to !== '' && { to: startOf(to, 1) }),
  ...(reason !== '' && { reason }),
})

export const entriesQuery = (state: AuditState) =>
  q('listAuditEntries', { query: { ...filterOf(state), ...(state.after && { after: state.after }) } })
export const actionsQuery = q('getAuditActions')
export const chainQuery = q('getAuditChain')
