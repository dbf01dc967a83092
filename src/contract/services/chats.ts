/**
 * Chats of visitors with a service, on its chat page and in its widget. A conversation is kept here; who leads it is known by a token that
 * is sent as `X-Run-Token`, or by their account where the page is for members.
 */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  ExecutionId,
  FileId,
  listOf,
  listQuery,
  Paise,
  ServiceId,
  Timestamp,
  wholeList,
} from '#contract/core/primitives.ts'
import { ChatMessage, ConversationId, SendMessage } from '#contract/runs/conversations.ts'
import { EXECUTION_STATUSES } from '#contract/runs/execution-states.ts'
import { PlanItem } from '#contract/runs/plan.ts'
import { CHAT, CHAT_ACCESS } from './chat-values.ts'
import { WIDGET } from './widget-limits.ts'

/** The chat page of a service, for its owner. Title and budget are those of its widget too. */
export const ServiceChat = z.object({
  /** False where the agent doesn’t start with a chat message: it has no page. */
  available: z.boolean(),
  enabled: z.boolean(),
  /** The page is at `/chat/{token}`. Null before it was first saved. */
  token: z.string().nullable(),
  access: z.enum(CHAT_ACCESS),
  has_password: z.boolean(),
  title: z.string(),
  daily_runs: z.number().int().describe('The most messages that visitors can send from midnight to midnight in India.'),
  daily_paise: Paise.describe('The most that these may cost from midnight to midnight in India, GST included.'),
  today: z.object({ runs: z.number().int(), paise: Paise }),
})
export type ServiceChat = z.infer<typeof ServiceChat>

/** What is left out stays. */
export const SaveServiceChat = z.strictObject({
  enabled: z.boolean().optional(),
  access: z.enum(CHAT_ACCESS).optional(),
  /** A new one: who entered the one before is asked again. */
  password: z
    .string()
    .min(CHAT.password_chars.least, `Use at least ${CHAT.password_chars.least} characters`)
    .max(CHAT.password_chars.most)
    .optional(),
  title: z.string().trim().min(1, 'Enter a title').max(WIDGET.title_chars).optional(),
  daily_runs: z.number().int().min(1).max(WIDGET.most_daily_runs).optional(),
  daily_paise: z.number().int().min(0).max(100_000_000).optional(),
})
export type SaveServiceChat = z.output<typeof SaveServiceChat>

/** An answer that a visitor rated, for the owner of the service. */
const RatedAnswer = z.object({
  rating: z.enum(['up', 'down']),
  reason: z.string(),
  question: z.string(),
  answer: z.string(),
  execution_id: ExecutionId,
  rated_at: Timestamp,
})

/** What a visitor sees before the first message: nothing about the owner who pays. */
export const PublicChat = z.object({
  title: z.string(),
  access: z.enum(CHAT_ACCESS),
  /** False while the caller has to enter the password or sign in; then nothing but the title is told. */
  entered: z.boolean(),
  greeting: z.string(),
  starters: z.array(z.string()),
  /** Whether an answer shows while it is written. */
  streams: z.boolean(),
  disclaimer: z.string().nullable(),
  /** Whom the agent passes on what it is given. */
  sends_to: z.array(z.string()),
  upload_mb: z.number().int(),
  /** A conversation without a new message is deleted after so many days. */
  kept_days: z.number().int(),
  /** Why it takes no messages now; null when it does. */
  closed: z.string().nullable(),
  /** Whether people may ask for a person. */
  asks_person: z.boolean(),
})
export type PublicChat = z.infer<typeof PublicChat>

const VisitorConversation = z.object({ id: ConversationId, title: z.string(), updated_at: Timestamp })
export type VisitorConversation = z.infer<typeof VisitorConversation>

/** What happens to the answer that is under way. */
export const ChatEvent = z.discriminatedUnion('type', [
  /** A part of the answer, and where it begins. */
  z.object({ type: z.literal('written'), seq: z.null(), at: z.number().int(), text: z.string() }),
  /** What the agent plans to do, where its owner shows it. */
  z.object({ type: z.literal('plan'), seq: z.null(), items: z.array(PlanItem) }),
  /** The run is in another state. */
  z.object({ type: z.literal('status'), seq: z.number().int().nullable(), status: z.enum(EXECUTION_STATUSES) }),
  /** There is nothing more to come: the messages say how it ended. */
  z.object({ type: z.literal('end'), seq: z.number().int().nullable() }),
])
export type ChatEvent = z.infer<typeof ChatEvent>

/** Messages have changed in another way than by one’s own: they have to be fetched. */
const ChatChange = z.object({ type: z.literal('changed'), seq: z.null() })
export type ChatChange = z.infer<typeof ChatChange>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId })
const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{32}$/) })
const one = token.extend({ id: ConversationId })
/** Asked for by a page of its own, which is no part of the product's first load. */
const visitor = { access: anyone, late: true } as const

export const chatEndpoints = {
  getServiceChat: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/chat',
    access,
    params,
    returns: ServiceChat,
    errors: ['not_found'],
  }),
  saveServiceChat: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}/chat',
    access,
    params,
    body: SaveServiceChat,
    returns: ServiceChat,
    errors: ['not_found', 'agreement_needed', 'not_runnable'],
  }),
  renewServiceChat: endpoint({
    method: 'POST',
    path: '/api/v1/services/{id}/chat/token',
    access,
    params,
    returns: ServiceChat,
    errors: ['not_found'],
  }),
  listChatRatings: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/chat/ratings',
    access,
    params,
    query: z.object(listQuery(20)),
    returns: listOf(RatedAnswer),
    errors: ['not_found'],
  }),
  getChat: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}',
    params: token,
    returns: PublicChat,
    errors: ['not_found'],
  }),
  enterChat: endpoint({
    ...visitor,
    method: 'POST',
    path: '/api/chats/{token}/visitors',
    params: token,
    body: z.strictObject({ password: z.string().max(CHAT.password_chars.most).optional() }),
    returns: z.object({
      /** Opens the conversations of this visitor. Null where the account does, and for a token that was sent and stays. */
      visitor_token: z.string().nullable(),
    }),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
    success: 201,
  }),
  listVisitorConversations: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}/conversations',
    params: token,
    query: wholeList(CHAT.per_visitor),
    returns: listOf(VisitorConversation),
    errors: ['not_found', 'forbidden'],
  }),
  listVisitorMessages: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}/conversations/{id}/messages',
    params: one,
    query: z.object(listQuery(50)),
    returns: listOf(ChatMessage).extend({
      /** Whether a person answers, or is waited for. */
      with_person: z.boolean(),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  sendVisitorMessage: endpoint({
    ...visitor,
    method: 'POST',
    path: '/api/chats/{token}/conversations/{id}/messages',
    params: one,
    body: SendMessage,
    returns: ChatMessage,
    errors: [
      'not_found',
      'forbidden',
      'not_runnable',
      'illegal_transition',
      'idempotency_mismatch',
      'too_many_requests',
      'limit_reached',
    ],
    success: 201,
    timeout: 15_000,
  }),
  getVisitorFile: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}/conversations/{id}/files/{file}',
    params: one.extend({ file: FileId }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found', 'forbidden'],
  }),
  stopVisitorAnswer: endpoint({
    ...visitor,
    method: 'POST',
    path: '/api/chats/{token}/conversations/{id}/stop',
    params: one,
    returns: z.object({ stopped: z.boolean() }),
    errors: ['not_found', 'forbidden'],
  }),
  streamVisitorAnswer: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}/conversations/{id}/stream',
    params: one,
    returns: ChatEvent,
    answers: 'stream',
    errors: ['not_found', 'forbidden'],
  }),
  askForPerson: endpoint({
    ...visitor,
    method: 'POST',
    path: '/api/chats/{token}/conversations/{id}/person',
    params: one,
    returns: z.object({ with_person: z.boolean() }),
    errors: ['not_found', 'forbidden', 'not_runnable', 'too_many_requests', 'limit_reached'],
  }),
  returnToAgent: endpoint({
    ...visitor,
    method: 'DELETE',
    path: '/api/chats/{token}/conversations/{id}/person',
    params: one,
    returns: z.object({ with_person: z.boolean() }),
    errors: ['not_found', 'forbidden'],
  }),
  followVisitorChat: endpoint({
    ...visitor,
    method: 'GET',
    path: '/api/chats/{token}/conversations/{id}/changes',
    params: one,
    returns: ChatChange,
    answers: 'stream',
    errors: ['not_found', 'forbidden'],
  }),
  rateVisitorAnswer: endpoint({
    ...visitor,
    method: 'PUT',
    path: '/api/chats/{token}/conversations/{id}/messages/{message}/rating',
    params: one.extend({ message: z.uuid() }),
    body: z.strictObject({
      rating: z.enum(['up', 'down']).nullable(),
      reason: z.string().trim().max(CHAT.reason_chars).default(''),
    }),
    returns: z.object({ rating: z.enum(['up', 'down']).nullable() }),
    errors: ['not_found', 'forbidden'],
  }),
}
