/** Outgoing mail as the super admin sees it: where it waits while no mail server is set up, and what became of it. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'

export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

export const MailId = z.uuid().brand('MailId')
export type MailId = z.infer<typeof MailId>

export const OutboxMail = z.object({
  id: MailId,
  to: z.string(),
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.number().int(),
  created_at: Timestamp,
  /** Of a queued one, while mail is set up and the account whose run wrote it is not blocked. */
  next_attempt_at: Timestamp.nullable(),
  sent_at: Timestamp.nullable(),
  /** What the last attempt met, in the mail server's words. */
  last_error: z.string().nullable(),
  abilities: z.object({ retry: Ability }),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const OutboxMessage = OutboxMail.extend({ text: z.string(), reply_to: z.string().nullable() })
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const Outbox = listOf(OutboxMail).extend({
  /** Whether a mail server is named in the configuration. */
  set_up: z.boolean(),
})
export type Outbox = z.infer<typeof Outbox>

export const OutboxQuery = z.object({ status: z.enum(MAIL_STATUSES).optional(), ...listQuery(25) })
export type OutboxQuery = z.output<typeof OutboxQuery>

// A message can contain the link that resets a password.
const access = roleAtLeast('super_admin')
const params = z.object({ id: MailId })

export const outboxEndpoints = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/api/v1/admin/outbox',
    access,
    query: OutboxQuery,
    returns: Outbox,
  }),
  getOutboxMail: endpoint({
    method: 'GET',
    path: '/api/v1/admin/outbox/{id}',
    access,
    params,
    returns: OutboxMessage,
    errors: ['not_found'],
  }),
  retryOutboxMail: endpoint({
    method: 'POST',
    path: '/api/v1/admin/outbox/{id}/retry',
    access,
    params,
    returns: OutboxMessage,
    errors: ['not_found', 'illegal_transition'],
  }),
}
