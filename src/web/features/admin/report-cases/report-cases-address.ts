/** Reports as their address asks for them. What an address says that the server would refuse is left out. */
import {
  type AbuseReason,
  CASE_STATES,
  type CaseState,
  REPORT_CASES,
  REPORT_KINDS,
  type ReportKind,
} from '#contract/agents/report-case-values.ts'
import type { ReportCaseId } from '#contract/agents/report-cases.ts'
import type { ReportReason } from '#contract/agents/review-limits.ts'
import { q } from '#web/api/query.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import type { Tone } from '#web/ui/tone.ts'

export interface CasesState {
  state: 'active' | CaseState
  kind: ReportKind | null
  overdue: boolean
  search: string
  page: number
}

export const STATES: Record<CaseState, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  in_review: { label: 'In review', tone: 'selected' },
  resolved: { label: 'Resolved', tone: 'good' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
}
export const KINDS: Record<ReportKind, string> = { agent: 'Agent', review: 'Review', person: 'Seller' }
export const REASONS: Record<AbuseReason | ReportReason, string> = {
  misleading: 'Misleading or doesn’t work as described',
  harmful: 'Harmful or dangerous',
  privacy: 'Misuses personal data',
  rights: 'Copies someone’s work or brand',
  spam: 'Spam or fraud',
  other: 'Something else',
  hate: 'Hate',
  false: 'False information',
  harassment: 'Harassment',
}

export function readCasesState(params: URLSearchParams): CasesState {
  const search = (params.get('search') ?? '').trim().slice(0, REPORT_CASES.search_chars)
  return {
    state: CASE_STATES.find((one) => one === params.get('state')) ?? 'active',
    kind: REPORT_KINDS.find((one) => one === params.get('kind')) ?? null,
    overdue: params.get('overdue') === 'true',
    search: search.length < REPORT_CASES.shortest_search ? '' : search,
    page: pageParam(params),
  }
}

export const casesPath = ({ state, kind, overdue, search, page }: CasesState): string =>
  paths.adminReports({
    state: state === 'active' ? null : state,
    kind,
    overdue: overdue ? 'true' : null,
    search,
    page: toParam(page),
  })

export const casesQuery = ({ state, kind, overdue, search, page }: CasesState) =>
  q('listReportCases', {
    query: {
      state,
      ...(kind && { kind }),
      overdue: overdue ? 'true' : 'false',
      ...(search && { search }),
      limit: REPORT_CASES.page,
      offset: (page - 1) * REPORT_CASES.page,
    },
  })
export const caseQuery = (id: string) => q('getReportCase', { params: { id: id as ReportCaseId } })
