/** Notices: what the product keeps telling a person until they have read it, unlike the notifications that pass (§4). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

/**
 * - `chat_waiting`: someone who writes to a service waits for a person. - `approval`: a run waits for an answer. - `run_failed`: a run of the user failed; counted while unread.
 * - `role_request`: a user requests a role (to admins). - `role_decided`: the decision. - `sale`: an agent was sold.
 * - `workflow_shared`: an invitation to a workflow, or a knowledge base that was shared. - `mention`: the user was mentioned in a comment, or a
 * document was assigned to them.
 * - `agent_review`: a version waits for review (to admins). - `agent_decided`: the decision. - `agent_changed`: an
 * agent in use changed.
 * - `review`: of an agent the user sells, or a reply to their own review. - `review_report`: a review was reported (to
 * admins).
 * - `report`: something was reported (to admins). - `report_decided`: what was decided on the user's own report.
 * - `payee`: where a seller is paid, and whether their details are complete.
 * - `plan`: changes of the user's plan, and what its limits stop.
 * - `followed_seller`: a followed seller has published something.
 * - `credits`: the balance is low. - `purchase`: the month of a bought agent ends.
 * - `payment`: a payment arrived or is refunded. - `refund`: a refund request, or its answer.
 * - `backup`: a scheduled backup failed (to super admins). - `channel`: a service can’t answer on a channel any more, or a bot can’t bring approvals;
 * the user was connected to one.
 * - `batch`: a batch has ended, or something made it pause. - `transfer`: something is offered, moved here or moved away.
 * - `member_joined`: someone joined a workspace by the domain of their address (to owners and admins).
 * - `provisioning`: a directory was stopped from removing many members (to owners).
 */
export const NOTICE_KINDS = [
  'chat_waiting',
  'approval',
  'run_failed',
  'role_request',
  'role_decided',
  'sale',
  'workflow_shared',
  'mention',
  'agent_review',
  'agent_decided',
  'agent_changed',
  'followed_seller',
  'review',
  'review_report',
  'report',
  'report_decided',
  'payee',
  'credits',
  'plan',
  'purchase',
  'payment',
  'refund',
  'backup',
  'channel',
  'batch',
  'transfer',
  'member_joined',
  'provisioning',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const Notice = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  message: z.string(),
  /** Where it leads: a path of the product. */
  href: z.string(),
  /** How often the same happened while it was unread. */
  count: z.number().int(),
  happened_at: Timestamp,
  read_at: Timestamp.nullable().describe('Null until it is read.'),
})
export type Notice = z.infer<typeof Notice>

/** What can be mailed as well and switched off: notices, and news of the product. */
export const MAIL_CHOICES = [
  'chat_waiting',
  'approval',
  'run_failed',
  'batch',
  'transfer',
  'role_request',
  'role_decided',
  'workflow_shared',
  'mention',
  'member_joined',
  'followed_seller',
  'purchase',
  'credits',
  'sale',
  'agent_decided',
  'review',
  'agent_review',
  'review_report',
  'report',
  'report_decided',
  'product_news',
] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

/** Mailed only to users who turn it on; every other kind is mailed until it is turned off. */
export const MAILED_ON_REQUEST = ['sale', 'product_news'] as const satisfies readonly MailChoice[]

const MailChoices = z.record(z.enum(MAIL_CHOICES), z.boolean())

export const NoticeSettings = z.object({
  mail: MailChoices,
  /** Where it goes, and whether that address is proven: nothing is mailed to one that is not. */
  address: z.string(),
  is_verified: z.boolean(),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

const unread = z.number().int()

/**
 * `seq` numbers the changes of one person's notices and is the SSE id: a reader continues after the last one it saw.
 */
export const NoticeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notice'), seq: z.number().int(), notice: Notice, unread }),
  z.object({ type: z.literal('unread'), seq: z.number().int(), unread }),
])
export type NoticeEvent = z.infer<typeof NoticeEvent>

export const noticeEndpoints = {
  listNotices: endpoint({
    method: 'GET',
    path: '/api/v1/notifications',
    access: signedIn,
    query: z.object(listQuery(30, SERVER_LIMITS.notices_kept)),
    returns: listOf(Notice).extend({ unread }),
  }),
  readNotice: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/{id}/read',
    access: signedIn,
    params: z.object({ id: z.uuid() }),
    returns: z.object({ unread }),
    errors: ['not_found'],
  }),
  readAllNotices: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/read-all',
    access: signedIn,
    returns: z.object({ unread }),
  }),
  getNoticeSettings: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/settings',
    access: signedIn,
    returns: NoticeSettings,
  }),
  updateNoticeSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/notifications/settings',
    access: signedIn,
    body: z.strictObject({ mail: z.partialRecord(z.enum(MAIL_CHOICES), z.boolean()) }),
    returns: NoticeSettings,
  }),
  streamNotices: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/events',
    access: signedIn,
    /** Where to go on without that header; the beginning of what is kept is 0, only what is new when absent. */
    query: z.object({ after: z.coerce.number().int().min(0).max(2_000_000_000).optional() }),
    returns: NoticeEvent,
    answers: 'stream',
    errors: ['too_many_streams'],
  }),
}
