/**
 * The inbox: chats of visitors with services, and answers of a person in the place of the agent. While a person has a chat, messages in it
 * begin no run and cost nothing.
 */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { FileId, listOf, listQuery, ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { ChatMessage, ConversationId } from '#contract/runs/conversations.ts'
import { revealQuery } from '#contract/runs/oversight/masks.ts'
import { INBOX, INBOX_FILTERS, INBOX_STATES } from './inbox-values.ts'

/** What the owner of a service chose for its inbox. */
export const ServiceInbox = z.object({
  /** False where the agent doesn’t start with a chat message. */
  available: z.boolean(),
  enabled: z.boolean().describe('Whether people who write, and the agent, may ask for a person.'),
  display_name: z.string().describe('Who answers, as people read it.'),
  opening: z.string().describe('What people read after they asked for a person. Empty for a text of Chowk.'),
  take_back_hours: z
    .number()
    .int()
    .nullable()
    .describe('The agent answers again after so many hours without an answer of a person. Null: never.'),
})
export type ServiceInbox = z.infer<typeof ServiceInbox>

/** What is left out stays. */
export const SaveServiceInbox = z.strictObject({
  enabled: z.boolean().optional(),
  display_name: z.string().trim().min(1, 'Enter a name').max(INBOX.name_chars).optional(),
  opening: z.string().trim().max(INBOX.opening_chars).optional(),
  take_back_hours: z
    .number()
    .int()
    .min(INBOX.take_back_hours.least)
    .max(INBOX.take_back_hours.most)
    .nullable()
    .optional(),
})
export type SaveServiceInbox = z.output<typeof SaveServiceInbox>

export const InboxChat = z.object({
  id: ConversationId,
  service: z.object({ id: ServiceId, name: z.string() }),
  channel: z.string().describe('Where it is led: `page`, `widget` or the kind of a channel.'),
  /** Who writes, as far as that is known: a name or a number; empty for a browser. */
  visitor: z.string(),
  /** The first words of the first message; empty before it. */
  title: z.string(),
  state: z.enum(INBOX_STATES),
  asked_by: z.enum(['visitor', 'agent', 'owner']).nullable().describe('Who handed it over. Null: nobody did.'),
  reason: z.string().describe('Why the agent handed it over.'),
  waiting_since: Timestamp.nullable().describe('Since when an answer of a person is waited for.'),
  unread: z.number().int(),
  last: z.object({ role: ChatMessage.shape.role, text: z.string() }).nullable(),
  updated_at: Timestamp,
  /** Why no answer of a person would arrive; null when it does. */
  closed: z.string().nullable(),
})
export type InboxChat = z.infer<typeof InboxChat>

const InboxMessage = ChatMessage.extend({
  /** Of an answer of a person: `held` until they write again, see 24-hour window; null where there is nothing to say. */
  delivery: z.enum(['waiting', 'held', 'sent', 'unknown', 'failed', 'dropped']).nullable(),
})
export type InboxMessage = z.infer<typeof InboxMessage>

const InboxSummary = z.object({
  available: z.boolean().describe('Whether the account has a service that people can chat with.'),
  waiting: z.number().int().describe('Chats that wait for an answer of a person.'),
  services: z.array(z.object({ id: ServiceId, name: z.string() })),
})
export type InboxSummary = z.infer<typeof InboxSummary>

const access = withPermission('pods.create.subscribed_agent')
const ofService = z.object({ id: ServiceId })
const params = z.object({ id: ConversationId })

export const inboxEndpoints = {
  getServiceInbox: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/inbox',
    access,
    params: ofService,
    returns: ServiceInbox,
    errors: ['not_found'],
  }),
  saveServiceInbox: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}/inbox',
    access,
    params: ofService,
    body: SaveServiceInbox,
    returns: ServiceInbox,
    errors: ['not_found', 'not_runnable'],
  }),
  getInboxSummary: endpoint({ method: 'GET', path: '/api/v1/inbox/summary', access, returns: InboxSummary }),
  listInbox: endpoint({
    method: 'GET',
    path: '/api/v1/inbox',
    access,
    query: z.object({
      show: z.enum(INBOX_FILTERS).default('waiting'),
      service_id: ServiceId.optional(),
      search: z.string().trim().max(INBOX.search_chars).default(''),
      ...revealQuery,
      ...listQuery(30),
    }),
    returns: listOf(InboxChat),
  }),
  getInboxChat: endpoint({
    method: 'GET',
    path: '/api/v1/inbox/{id}',
    access,
    params,
    returns: InboxChat,
    errors: ['not_found'],
  }),
  listInboxMessages: endpoint({
    method: 'GET',
    path: '/api/v1/inbox/{id}/messages',
    access,
    params,
    query: z.object(listQuery(50)),
    returns: listOf(InboxMessage),
    errors: ['not_found'],
  }),
  readInboxChat: endpoint({
    method: 'POST',
    path: '/api/v1/inbox/{id}/read',
    access,
    params,
    /** The newest message that was read. */
    body: z.strictObject({ through: z.uuid() }),
    returns: InboxChat,
    errors: ['not_found'],
  }),
  takeInboxChat: endpoint({
    method: 'POST',
    path: '/api/v1/inbox/{id}/take',
    access,
    params,
    returns: InboxChat,
    errors: ['not_found', 'not_runnable'],
  }),
  answerInboxChat: endpoint({
    method: 'POST',
    path: '/api/v1/inbox/{id}/messages',
    access,
    params,
    body: z.strictObject({
      /** Chosen by the caller: sent again with the same key, an answer counts once. */
      key: z.uuid(),
      text: z.string().trim().min(1, 'Enter an answer').max(MESSAGE.characters),
      /** Own files, as they are now: a copy is sent, and kept as long as the chat. */
      files: z
        .array(z.strictObject({ file_id: FileId }))
        .max(MESSAGE.files)
        .default([]),
      /** The newest message that the person who answers has seen. */
      after: z.uuid(),
    }),
    returns: InboxMessage,
    errors: ['not_found', 'not_runnable', 'illegal_transition', 'idempotency_mismatch', 'limit_reached', 'plan_limit'],
    success: 201,
    timeout: 30_000,
  }),
  eraseInboxVisitor: endpoint({
    method: 'DELETE',
    path: '/api/v1/inbox/{id}/visitor',
    access,
    params,
    returns: z.object({ id: ConversationId }),
    errors: ['not_found'],
  }),
  returnInboxChat: endpoint({
    method: 'POST',
    path: '/api/v1/inbox/{id}/return',
    access,
    params,
    returns: InboxChat,
    errors: ['not_found'],
  }),
}
