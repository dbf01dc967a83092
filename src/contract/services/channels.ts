/**
 * Channels of a service: people write on WhatsApp, Telegram, Slack or by email, and the service answers there. What they write is
 * delivered to an address of the channel, with a proof of who delivers it; a mailbox is read with the account of its owner.
 */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, listOf, listQuery, Paise, ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { revealQuery } from '#contract/runs/oversight/masks.ts'
import { CHANNEL, CHANNEL_KINDS, MAIL_ADDRESS } from './channel-values.ts'
import { WIDGET } from './widget-limits.ts'

const Kind = z.enum(CHANNEL_KINDS)

/** A channel of a service, for its owner. The daily budget is that of its chat page and widget too. */
export const ServiceChannel = z.object({
  kind: Kind,
  /** False where the agent doesn’t start with a chat message. */
  available: z.boolean(),
  /** Whether it has what it signs in with. */
  connected: z.boolean(),
  enabled: z.boolean(),
  /** The number, the bot, the workspace or the address, as the service outside shows it. */
  display_name: z.string(),
  callback_url: z
    .string()
    .nullable()
    .describe('Where messages are delivered. Null before the channel has an address, and for email.'),
  verify_token: z.string().nullable().describe('What to enter at Meta. Null for other channels.'),
  manifest: z.string().nullable().describe('The manifest of the Slack app, as JSON. Null for other channels.'),
  phone_number_id: z.string().describe('Empty for channels other than WhatsApp.'),
  mail_address: z.string().describe('Where people write. Empty for channels other than email, as the next five are.'),
  mail_user: z.string().describe('Empty where it is the address.'),
  imap_host: z.string(),
  imap_port: z.number().int(),
  smtp_host: z.string(),
  smtp_port: z.number().int(),
  /** Whether a person is asked to agree before the first answer. */
  ask_consent: z.boolean(),
  daily_per_person: z.number().int(),
  template_name: z
    .string()
    .describe('Sent on WhatsApp instead of text more than 24 hours after a person’s last message. Empty for none.'),
  template_language: z.string(),
  daily_runs: z.number().int().describe('The most messages that visitors can send from midnight to midnight in India.'),
  daily_paise: Paise.describe('The most that these may cost from midnight to midnight in India, GST included.'),
  today: z.object({ runs: z.number().int(), paise: Paise }),
  /** When the service outside first reached the address. */
  verified_at: Timestamp.nullable(),
  last_received_at: Timestamp.nullable(),
  last_error: z.string().nullable(),
  last_error_at: Timestamp.nullable(),
})
export type ServiceChannel = z.infer<typeof ServiceChannel>

const host = (missing: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, missing)
const port = z.number().int().min(1).max(65_535)

const secret = (least: number, missing: string, most = 1_000) => z.string().trim().min(least, missing).max(most)

/** What is left out stays. Tokens and secrets are needed once, and are never shown. */
export const SaveChannel = z.strictObject({
  enabled: z.boolean().optional(),
  phone_number_id: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/, 'Enter the phone number ID, a number of 5 to 30 digits')
    .optional()
    .describe('WhatsApp only.'),
  access_token: secret(1, 'Enter the access token').optional().describe('WhatsApp only.'),
  app_secret: secret(8, 'Enter the app secret', 200).optional().describe('WhatsApp only.'),
  bot_token: secret(10, 'Enter the bot token', 300)
    .regex(/^[\w:-]+$/, 'Enter the bot token as it was given: letters, digits, hyphens and colons')
    .optional()
    .describe('Telegram and Slack only.'),
  signing_secret: secret(8, 'Enter the signing secret', 200).optional().describe('Slack only.'),
  mail_address: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .regex(MAIL_ADDRESS, 'Enter an email address')
    .optional()
    .describe('Email only.'),
  mail_user: z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s\p{Cc}]*$/u, 'Enter the user name without spaces')
    .optional()
    .describe('Email only. Empty for the address.'),
  mail_password: secret(1, 'Enter the password').optional().describe('Email only.'),
  imap_host: host('Enter the server for incoming mail, such as imap.example.com').optional().describe('Email only.'),
  imap_port: port.optional().describe('Email only. TLS from the start with 993, STARTTLS with others.'),
  smtp_host: host('Enter the server for outgoing mail, such as smtp.example.com').optional().describe('Email only.'),
  smtp_port: port.optional().describe('Email only. TLS from the start with 465, STARTTLS with others.'),
  ask_consent: z.boolean().optional(),
  daily_per_person: z.number().int().min(1).max(CHANNEL.per_person.most).optional(),
  template_name: z
    .string()
    .trim()
    .regex(/^[a-z0-9_]{0,512}$/, 'Use the template’s name at Meta: lower-case letters, digits and underscores')
    .optional()
    .describe('WhatsApp only.'),
  template_language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Enter a language code such as en or hi')
    .optional()
    .describe('WhatsApp only.'),
  daily_runs: z.number().int().min(1).max(WIDGET.most_daily_runs).optional(),
  daily_paise: z.number().int().min(0).max(100_000_000).optional(),
})
export type SaveChannel = z.output<typeof SaveChannel>

export const ChannelPersonId = z.uuid().brand<'ChannelPersonId'>()
export type ChannelPersonId = z.infer<typeof ChannelPersonId>

/** Who wrote through the channel. */
const ChannelPerson = z.object({
  id: ChannelPersonId,
  address: z.string(),
  name: z.string(),
  /** `asked`: has not agreed yet. */
  consent: z.enum(['given', 'asked', 'withdrawn']),
  last_wrote_at: Timestamp.nullable(),
})
export type ChannelPerson = z.infer<typeof ChannelPerson>

const PersonMessage = z.object({
  role: z.enum(['person', 'agent']),
  text: z.string(),
  files: z.array(z.string()),
  at: Timestamp,
})
export type PersonMessage = z.infer<typeof PersonMessage>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId, kind: Kind })
const person = params.extend({ person: ChannelPersonId })
const path = '/api/v1/services/{id}/channels/{kind}' as const

export const channelEndpoints = {
  getServiceChannel: endpoint({
    method: 'GET',
    path,
    access,
    params,
    returns: ServiceChannel,
    errors: ['not_found'],
  }),
  saveServiceChannel: endpoint({
    method: 'PUT',
    path,
    access,
    params,
    body: SaveChannel,
    returns: ServiceChannel,
    errors: ['not_found', 'agreement_needed', 'not_runnable', 'too_many_requests'],
    timeout: 20_000,
  }),
  disconnectServiceChannel: endpoint({
    method: 'DELETE',
    path,
    access,
    params,
    returns: z.object({ id: ServiceId }),
    errors: ['not_found'],
  }),
  testServiceChannel: endpoint({
    method: 'POST',
    path: `${path}/test`,
    access,
    params,
    body: z.strictObject({
      to: z
        .string()
        .trim()
        .regex(/^\+?[\d ]{8,20}$/, 'Enter a phone number with its country code, such as +91 98765 43210')
        .optional()
        .describe('The phone number that gets the message. Needed on WhatsApp, and on no other channel.'),
    }),
    returns: z.object({
      sent: z
        .boolean()
        .describe('Whether a message was sent. Of channels other than WhatsApp only the connection is checked.'),
    }),
    errors: ['not_found', 'not_runnable', 'too_many_requests'],
    timeout: 20_000,
  }),
  listChannelPeople: endpoint({
    method: 'GET',
    path: `${path}/people`,
    access,
    params,
    query: z.object({ ...revealQuery, ...listQuery(20) }),
    returns: listOf(ChannelPerson),
    errors: ['not_found'],
  }),
  listChannelMessages: endpoint({
    method: 'GET',
    path: `${path}/people/{person}/messages`,
    access,
    params: person,
    query: z.object(listQuery(50)),
    returns: listOf(PersonMessage),
    errors: ['not_found'],
  }),
  deleteChannelPerson: endpoint({
    method: 'DELETE',
    path: `${path}/people/{person}`,
    access,
    params: person,
    returns: z.object({ id: ChannelPersonId }),
    errors: ['not_found'],
  }),
  receiveChannel: endpoint({
    method: 'POST',
    any_method: true,
    path: '/hooks/channels/{token}',
    access: anyone,
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{32}$/) }),
    body: Json.optional(),
    returns: z.object({ accepted: z.literal(true) }),
    answers: 'reply',
    errors: ['not_found', 'unauthenticated', 'payload_too_large', 'too_many_uploads'],
    timeout: 30_000,
  }),
}
