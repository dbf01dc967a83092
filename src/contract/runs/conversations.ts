/**
 * Conversations with the draft of a workflow that starts with a chat message. Each message of a person is one run, which is given what was
 * said before.
 */
import { z } from 'zod'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, FileId, Json, listOf, listQuery, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { MESSAGE } from './conversation-values.ts'
import { EXECUTION_STATUSES } from './execution-states.ts'
import { revealQuery } from './oversight/masks.ts'
import { PlanItem } from './plan.ts'

export const ConversationId = z.uuid().brand('ConversationId')
export type ConversationId = z.infer<typeof ConversationId>

export const Conversation = z.object({
  id: ConversationId,
  workflow_id: WorkflowId,
  /** The first words of the first message; empty before it. */
  title: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

const File = z.object({ file_id: FileId, name: z.string(), mime: z.string() })

/** What an answer rests on. Who may read its document opens it at the place. */
export const MessageCitation = z.object({
  /** As the text of the answer writes it: [1]. */
  number: z.number().int(),
  /** Whether the answer points at it; otherwise it was read for the answer. */
  cited: z.boolean(),
  /** The document, or the title of what is cited. */
  document: z.string(),
  /** Null where the reader has no document to open. */
  file: z.object({ file_id: FileId, name: z.string() }).nullable(),
  url: z.string().nullable(),
  headings: z.array(z.string()),
  page: z.number().int().nullable(),
  /** On that page, as fractions of it: left, top, right, bottom. */
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  /** Empty where personal data is covered. */
  text: z.string(),
  quote: z.string(),
})
export type MessageCitation = z.infer<typeof MessageCitation>

export const ChatMessage = z.object({
  id: z.uuid(),
  /** `staff`: a person who answers in the place of the agent; `notice`: what Chowk tells both sides. */
  role: z.enum(['person', 'agent', 'staff', 'notice']),
  /** Of `staff`: the name that the owner of the service chose; null for the others. */
  author: z.string().nullable(),
  /** Of a message of a person: no run answers it, because a person does. */
  to_staff: z.boolean(),
  text: z.string(),
  /** An answer that is no text; null for text. */
  data: Json,
  files: z.array(File),
  citations: z.array(MessageCitation),
  /** Of an answer: what the person thinks of it. */
  rating: z.enum(['up', 'down']).nullable(),
  /** What the agent plans to do for the message, and how far it is; null without a plan. */
  plan: z.array(PlanItem).nullable(),
  /** The run that answers, or that answered; null when it was not started. */
  execution_id: ExecutionId.nullable(),
  /** Of that run; null for an answer, and until the run is started. */
  status: z.enum(EXECUTION_STATUSES).nullable(),
  /** Why there is no answer. */
  error: z.string().nullable(),
  created_at: Timestamp,
})

export const SendMessage = z.strictObject({
  /** Chosen by the caller: sent again with the same key, a message counts once. */
  key: z.uuid(),
  text: z.string().trim().min(1, 'Enter a message').max(MESSAGE.characters),
  files: z
    .array(z.strictObject({ file_id: FileId }))
    .max(MESSAGE.files)
    .default([]),
  /** The id of an own message whose place this one takes; what came after it goes too. */
  replaces: z.uuid().optional(),
})

export type Conversation = z.infer<typeof Conversation>
export type ChatMessage = z.infer<typeof ChatMessage>
export type SendMessage = z.output<typeof SendMessage>

const access = withPermission('workflows.create')
const params = z.object({ id: ConversationId })

export const conversationEndpoints = {
  listConversations: endpoint({
    method: 'GET',
    path: '/api/v1/conversations',
    access,
    query: z.object({ workflow_id: WorkflowId, ...revealQuery, ...listQuery(20) }),
    returns: listOf(Conversation),
  }),
  startConversation: endpoint({
    method: 'POST',
    path: '/api/v1/conversations',
    access,
    body: z.strictObject({ workflow_id: WorkflowId }),
    returns: Conversation,
    errors: ['not_found', 'not_runnable', 'limit_reached'],
    success: 201,
  }),
  deleteConversation: endpoint({
    method: 'DELETE',
    path: '/api/v1/conversations/{id}',
    access: signedIn,
    params,
    returns: z.object({ id: ConversationId }),
    errors: ['not_found', 'illegal_transition'],
    timeout: 30_000,
    late: true,
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/{id}/messages',
    access,
    params,
    query: z.object(listQuery(50)),
    returns: listOf(ChatMessage),
    errors: ['not_found'],
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/v1/conversations/{id}/messages',
    access,
    params,
    body: SendMessage,
    returns: ChatMessage,
    errors: ['not_found', 'not_runnable', 'illegal_transition', 'idempotency_mismatch', 'limit_reached'],
    success: 201,
    timeout: 15_000,
  }),
}
