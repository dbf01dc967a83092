/**
 * Approvals in Slack and Telegram: an account connects an app or a bot of its own, and each person who answers approvals there connects
 * themselves to it.
 */
import { z } from 'zod'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { APPROVAL_BOT_KINDS, SLACK_CHANNEL } from './approval-bot-values.ts'

const Kind = z.enum(APPROVAL_BOT_KINDS)

export const ApprovalBotId = z.uuid().brand('ApprovalBotId')
export type ApprovalBotId = z.infer<typeof ApprovalBotId>

/** The app or bot of an account, for those who manage it. */
export const ApprovalBot = z.object({
  kind: Kind,
  /** Whether it has what it signs in with. */
  connected: z.boolean(),
  display_name: z.string().describe('The bot or the workspace, as the service outside shows it.'),
  request_url: z.string().nullable().describe('Where presses are delivered. Null before the bot has an address.'),
  manifest: z.string().nullable().describe('The manifest of the Slack app, as JSON. Null for Telegram.'),
  channel: z.string().describe('Slack only: the id of the channel where all approvals are posted. Empty for none.'),
  people: z.number().int().describe('How many people have connected themselves.'),
  last_error: z.string().nullable(),
  last_error_at: Timestamp.nullable(),
})
export type ApprovalBot = z.infer<typeof ApprovalBot>

const secret = (least: number, missing: string, most: number) => z.string().trim().min(least, missing).max(most)

/** What is left out stays. Tokens and secrets are needed once, and are never shown. */
export const SaveApprovalBot = z.strictObject({
  bot_token: secret(10, 'Enter the bot token', 300)
    .regex(/^[\w:-]+$/, 'Enter the bot token as it was given: letters, digits, hyphens and colons')
    .optional(),
  signing_secret: secret(8, 'Enter the signing secret', 200).optional().describe('Slack only.'),
  channel: z
    .union([z.literal(''), z.string().trim().regex(SLACK_CHANNEL, 'Enter the channel ID, such as C0123456789')])
    .optional()
    .describe('Slack only: the id of a channel where all approvals are posted. Empty for none.'),
})
export type SaveApprovalBot = z.infer<typeof SaveApprovalBot>

/** A bot that can write to a person about the approvals they may answer, and whether it does. */
export const ApprovalContact = z.object({
  bot_id: ApprovalBotId,
  kind: Kind,
  display_name: z.string(),
  workspace: z.string().nullable().describe('The workspace whose approvals it brings; null for your own account.'),
  connected: z
    .object({ name: z.string(), since: Timestamp, last_error: z.string().nullable() })
    .nullable()
    .describe('Who you are there; null before you have connected yourself.'),
})
export type ApprovalContact = z.infer<typeof ApprovalContact>

/** Sent to the bot, it proves who a person is there; once. */
export const ApprovalCode = z.object({
  code: z.string(),
  url: z.string().nullable().describe('Opens the bot with the code; null for Slack, where the code is sent by hand.'),
  expires_at: Timestamp,
})
export type ApprovalCode = z.infer<typeof ApprovalCode>

const ofKind = z.object({ kind: Kind })
const ofBot = z.object({ bot_id: ApprovalBotId })

export const approvalBotEndpoints = {
  getApprovalBots: endpoint({
    method: 'GET',
    path: '/api/v1/approval-bots',
    access: signedIn,
    returns: z.object({ bots: z.array(ApprovalBot) }),
  }),
  /** Without a token, a Slack app is only given its address and its manifest. */
  saveApprovalBot: endpoint({
    method: 'PUT',
    path: '/api/v1/approval-bots/{kind}',
    access: signedIn,
    params: ofKind,
    body: SaveApprovalBot,
    returns: ApprovalBot,
    errors: ['not_found', 'too_many_requests'],
    timeout: 45_000,
  }),
  disconnectApprovalBot: endpoint({
    method: 'DELETE',
    path: '/api/v1/approval-bots/{kind}',
    access: signedIn,
    params: ofKind,
    returns: z.object({ disconnected: z.literal(true) }),
    errors: ['not_found'],
    timeout: 45_000,
  }),
  listApprovalContacts: endpoint({
    method: 'GET',
    path: '/api/v1/approval-contacts',
    access: signedIn,
    query: z.object(listQuery(50, 100)),
    returns: listOf(ApprovalContact),
  }),
  createApprovalCode: endpoint({
    method: 'POST',
    path: '/api/v1/approval-contacts/{bot_id}/code',
    access: signedIn,
    params: ofBot,
    returns: ApprovalCode,
    success: 201,
    errors: ['not_found', 'too_many_requests'],
  }),
  testApprovalContact: endpoint({
    method: 'POST',
    path: '/api/v1/approval-contacts/{bot_id}/test',
    access: signedIn,
    params: ofBot,
    returns: z.object({ sent: z.literal(true) }),
    errors: ['not_found', 'not_runnable', 'too_many_requests'],
    timeout: 30_000,
  }),
  disconnectApprovalContact: endpoint({
    method: 'DELETE',
    path: '/api/v1/approval-contacts/{bot_id}',
    access: signedIn,
    params: ofBot,
    returns: z.object({ disconnected: z.literal(true) }),
    errors: ['not_found'],
  }),
  receiveApprovalPress: endpoint({
    method: 'POST',
    any_method: true,
    path: '/hooks/approvals/{token}',
    access: anyone,
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{32}$/) }),
    body: Json.optional(),
    returns: z.object({ accepted: z.literal(true) }),
    answers: 'reply',
    errors: ['not_found', 'unauthenticated', 'payload_too_large', 'too_many_uploads'],
    timeout: 30_000,
  }),
}
