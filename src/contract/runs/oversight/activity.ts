/** What people did in an account: who saw, changed, signed, shared and exported what, for those who manage it (decision 0363). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, listOf, listQuery, Timestamp, UserId } from '#contract/core/primitives.ts'
import { ACTIVITY, ACTIVITY_FORMATS, ACTIVITY_KINDS } from './activity-values.ts'
import { revealAll, revealQuery } from './masks.ts'

export const ActivityEntry = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(ACTIVITY_KINDS),
  by: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('With their name as it was then. Null for nobody with an account, and when their account is gone.'),
  person: z.string().describe('Their name, or in your language who else it was: a visitor, the holder of a link.'),
  execution_id: ExecutionId.nullable().describe('The run it is about.'),
  object: z.string().nullable().describe('The name of the document, service or person it is about.'),
  text: z.array(z.string()).describe('What happened, in your language, one sentence each.'),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const filter = {
  person: UserId.optional(),
  kind: z.enum(ACTIVITY_KINDS).optional(),
  /** The id of a run, or a part of the name of its document: the newest 200 that are called so. */
  object: z.string().trim().max(ACTIVITY.search_chars, `Use at most ${ACTIVITY.search_chars} characters`).optional(),
  from: Timestamp.optional(),
  /** Not included. */
  to: Timestamp.optional(),
}
export interface ActivityFilter {
  person?: UserId | undefined
  kind?: ActivityEntry['kind'] | undefined
  object?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const isPeriod = ({ from, to }: ActivityFilter) => !from || !to || from < to
const PERIOD = { path: ['to'], message: 'Choose an end that is after the start' }

export const activityEndpoints = {
  listActivity: endpoint({
    method: 'GET',
    path: '/api/v1/activity',
    access: signedIn,
    query: z
      .object({ ...filter, ...revealQuery, ...listQuery(ACTIVITY.page, ACTIVITY.most_per_page) })
      .refine(isPeriod, PERIOD),
    returns: listOf(ActivityEntry).describe('Newest first. The total is counted up to 10,000.'),
    errors: ['forbidden'],
    timeout: 20_000,
  }),
  // An export is entered in the audit log itself.
  exportActivity: endpoint({
    method: 'GET',
    path: '/api/v1/activity/export',
    access: signedIn,
    query: z.object({ ...filter, ...revealAll, format: z.enum(ACTIVITY_FORMATS) }).refine(isPeriod, PERIOD),
    answers: 'file',
    returns: z.string(),
    errors: ['forbidden', 'too_many_requests'],
    timeout: 3_600_000,
  }),
}
