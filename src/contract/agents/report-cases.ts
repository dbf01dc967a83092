/** Reports on agents, sellers and reviews, and the cases that admins decide. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { roleAtLeast, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, listOf, listQuery, Slug, Timestamp, UserId } from '#contract/core/primitives.ts'
import { AgentRef } from './agents.ts'
import { ABUSE_REASONS, CASE_STATES, REPORT_CASES, REPORT_KINDS } from './report-case-values.ts'
import { REPORT_REASONS } from './review-limits.ts'

export const ReportCaseId = z.uuid().brand('ReportCaseId')
export type ReportCaseId = z.infer<typeof ReportCaseId>

const Person = z.object({ id: UserId, name: z.string() })

/** What was reported, as it is now. */
export const ReportSubject = z.object({
  id: z.uuid(),
  /** Of an agent its name, of a person theirs, of a review the agent it is about; null when it is gone. */
  name: z.string().nullable(),
  /** Its public page: a path of the product. */
  href: z.string().nullable(),
  /** The seller of an agent, the author of a review, or the person. */
  owner: Person.nullable(),
  /** The text of a review, or the tagline of an agent. */
  text: z.string().nullable(),
  /** The status of the agent, review or account. */
  status: z.string().nullable(),
})
export type ReportSubject = z.infer<typeof ReportSubject>

const summary = {
  id: ReportCaseId,
  kind: z.enum(REPORT_KINDS),
  state: z.enum(CASE_STATES),
  subject: ReportSubject,
  reports: z.number().int(),
  opened_at: Timestamp,
  due_at: Timestamp,
  overdue: z.boolean(),
  assigned_to: Person.nullable(),
}
export const ReportCase = z.object(summary)
export type ReportCase = z.infer<typeof ReportCase>

export const Report = z.object({
  by: Person,
  reason: z.enum([...ABUSE_REASONS, ...REPORT_REASONS]),
  details: z.string(),
  /** A link. */
  evidence: z.string().nullable(),
  evidence_run: ExecutionId.nullable(),
  at: Timestamp,
})
export type Report = z.infer<typeof Report>

export const CASE_EVENTS = ['assigned', 'released', 'resolved', 'dismissed'] as const

export const ReportCaseDetail = z.object({
  ...summary,
  /** The oldest first. */
  all_reports: z.array(Report),
  history: z.array(z.object({ event: z.enum(CASE_EVENTS), by: z.string().nullable(), at: Timestamp })),
  decision: z.object({ by: z.string().nullable(), at: Timestamp, outcome: z.string() }).nullable(),
  /** Other cases on the same thing, newest first. */
  other_cases: z.array(z.object({ id: ReportCaseId, state: z.enum(CASE_STATES), opened_at: Timestamp })),
  abilities: z.object({ decide: Ability, assign: Ability }),
})
export type ReportCaseDetail = z.infer<typeof ReportCaseDetail>

const most = (count: number) => `Use at most ${count} characters`

/** A run of the person who reports, or a link; empty is none. */
const evidence = z
  .string()
  .trim()
  .max(REPORT_CASES.evidence_chars, most(REPORT_CASES.evidence_chars))
  .refine((text) => text === '' || z.uuid().safeParse(text).success || isLink(text), {
    message: 'Enter the ID of one of your runs, or a link that starts with https://',
  })
  .default('')

const isLink = (text: string): boolean => /^https?:\/\/[^\s/?#][^\s]*$/i.test(text)

const body = z.strictObject({
  reason: z.enum(ABUSE_REASONS),
  details: z
    .string()
    .trim()
    .min(1, 'Describe what’s wrong')
    .max(REPORT_CASES.details_chars, most(REPORT_CASES.details_chars)),
  evidence,
})
export type NewReport = z.output<typeof body>

const reporting = {
  method: 'POST',
  access: signedIn,
  body,
  returns: z.null(),
  success: 201,
  errors: ['not_found', 'report_refused', 'already_exists', 'too_many_requests'],
} as const

const access = roleAtLeast('admin')
const params = z.object({ id: ReportCaseId })

export const ReportCaseQuery = z.object({
  /** `active` is open and in review, the most urgent first; the others are listed with the latest decision first. */
  state: z.enum(['active', ...CASE_STATES]).default('active'),
  kind: z.enum(REPORT_KINDS).optional(),
  overdue: z.enum(['true', 'false']).default('false'),
  /** Part of the name of an agent or a person. */
  search: z
    .string()
    .trim()
    .min(REPORT_CASES.shortest_search, `Use at least ${REPORT_CASES.shortest_search} characters`)
    .max(REPORT_CASES.search_chars, most(REPORT_CASES.search_chars))
    .optional(),
  ...listQuery(REPORT_CASES.page),
})
export type ReportCaseQuery = z.output<typeof ReportCaseQuery>

export const reportCaseEndpoints = {
  reportAgent: endpoint({ ...reporting, path: '/api/v1/agents/{id}/report', params: z.object({ id: AgentRef }) }),
  reportSeller: endpoint({
    ...reporting,
    path: '/api/v1/sellers/{handle}/report',
    params: z.object({ handle: Slug }),
  }),
  listReportCases: endpoint({
    method: 'GET',
    path: '/api/v1/admin/reports',
    access,
    query: ReportCaseQuery,
    /** `total` is counted up to 10,000. */
    returns: listOf(ReportCase),
  }),
  getReportCase: endpoint({
    method: 'GET',
    path: '/api/v1/admin/reports/{id}',
    access,
    params,
    returns: ReportCaseDetail,
    errors: ['not_found'],
  }),
  assignReportCase: endpoint({
    method: 'POST',
    path: '/api/v1/admin/reports/{id}/assign',
    access,
    params,
    /** To the caller, or to nobody. */
    body: z.strictObject({ assigned: z.boolean() }),
    returns: ReportCaseDetail,
    errors: ['not_found', 'already_resolved', 'forbidden'],
  }),
  decideReportCase: endpoint({
    method: 'POST',
    path: '/api/v1/admin/reports/{id}/decide',
    access,
    params,
    body: z.strictObject({
      decision: z.enum(['resolved', 'dismissed']),
      outcome: z
        .string()
        .trim()
        .min(1, 'Enter what was decided')
        .max(REPORT_CASES.outcome_chars, most(REPORT_CASES.outcome_chars)),
    }),
    returns: ReportCaseDetail,
    errors: ['not_found', 'already_resolved', 'forbidden', 'illegal_transition'],
  }),
}
