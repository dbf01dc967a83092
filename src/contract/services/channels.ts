/**
 * Channels of a service: people write on WhatsApp, and the service answers there. Meta delivers messages to an address of the channel and
 * signs them with the secret of its app.
 */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, listOf, listQuery, Paise, ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { CHANNEL } from './channel-values.ts'
import { WIDGET } from './widget-limits.ts'

/** The WhatsApp channel of a service, for its owner. The daily budget is that of its chat page and widget too. */
export const WhatsappChannel = z.object({
  /** False where the agent doesn’t start with a chat message. */
  available: z.boolean(),
  connected: z.boolean(),
  enabled: z.boolean(),
  /** What to enter at Meta. Null before the number is connected. */
  callback_url: z.string().nullable(),
  verify_token: z.string().nullable(),
  phone_number_id: z.string(),
  /** As Meta shows it. */
  display_number: z.string(),
  /** Whether a person is asked to agree before the first answer. */
  ask_consent: z.boolean(),
  daily_per_person: z.number().int(),
  /** Sent instead of free text more than 24 hours after a person’s last message; empty for none. */
  template_name: z.string(),
  template_language: z.string(),
  daily_runs: z.number().int().describe('The most messages that visitors can send from midnight to midnight in India.'),
  daily_paise: Paise.describe('The most that these may cost from midnight to midnight in India, GST included.'),
  today: z.object({ runs: z.number().int(), paise: Paise }),
  /** When Meta last checked the callback address. */
  verified_at: Timestamp.nullable(),
  last_received_at: Timestamp.nullable(),
  last_error: z.string().nullable(),
  last_error_at: Timestamp.nullable(),
})
export type WhatsappChannel = z.infer<typeof WhatsappChannel>

/** What is left out stays. The token and the secret are needed once, and are never shown. */
export const SaveWhatsappChannel = z.strictObject({
  enabled: z.boolean().optional(),
  phone_number_id: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/, 'Enter the phone number ID, a number of 5 to 30 digits')
    .optional(),
  access_token: z.string().trim().min(1, 'Enter the access token').max(1_000).optional(),
  app_secret: z.string().trim().min(8, 'Enter the app secret').max(200).optional(),
  ask_consent: z.boolean().optional(),
  daily_per_person: z.number().int().min(1).max(CHANNEL.per_person.most).optional(),
  template_name: z
    .string()
    .trim()
    .regex(/^[a-z0-9_]{0,512}$/, 'Use the template’s name at Meta: lower-case letters, digits and underscores')
    .optional(),
  template_language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Enter a language code such as en or hi')
    .optional(),
  daily_runs: z.number().int().min(1).max(WIDGET.most_daily_runs).optional(),
  daily_paise: z.number().int().min(0).max(100_000_000).optional(),
})
export type SaveWhatsappChannel = z.output<typeof SaveWhatsappChannel>

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
const params = z.object({ id: ServiceId })
const person = params.extend({ person: ChannelPersonId })
const path = '/api/v1/services/{id}/whatsapp' as const

export const channelEndpoints = {
  getServiceWhatsapp: endpoint({
    method: 'GET',
    path,
    access,
    params,
    returns: WhatsappChannel,
    errors: ['not_found'],
  }),
  saveServiceWhatsapp: endpoint({
    method: 'PUT',
    path,
    access,
    params,
    body: SaveWhatsappChannel,
    returns: WhatsappChannel,
    errors: ['not_found', 'agreement_needed', 'not_runnable', 'too_many_requests'],
    timeout: 20_000,
  }),
  disconnectServiceWhatsapp: endpoint({
    method: 'DELETE',
    path,
    access,
    params,
    returns: z.object({ id: ServiceId }),
    errors: ['not_found'],
  }),
  testServiceWhatsapp: endpoint({
    method: 'POST',
    path: `${path}/test`,
    access,
    params,
    body: z.strictObject({
      to: z
        .string()
        .trim()
        .regex(/^\+?[\d ]{8,20}$/, 'Enter a phone number with its country code, such as +91 98765 43210'),
    }),
    returns: z.object({ sent: z.literal(true) }),
    errors: ['not_found', 'not_runnable', 'too_many_requests'],
    timeout: 20_000,
  }),
  listWhatsappPeople: endpoint({
    method: 'GET',
    path: `${path}/people`,
    access,
    params,
    query: z.object(listQuery(20)),
    returns: listOf(ChannelPerson),
    errors: ['not_found'],
  }),
  listWhatsappMessages: endpoint({
    method: 'GET',
    path: `${path}/people/{person}/messages`,
    access,
    params: person,
    query: z.object(listQuery(50)),
    returns: listOf(PersonMessage),
    errors: ['not_found'],
  }),
  deleteWhatsappPerson: endpoint({
    method: 'DELETE',
    path: `${path}/people/{person}`,
    access,
    params: person,
    returns: z.object({ id: ChannelPersonId }),
    errors: ['not_found'],
  }),
  receiveWhatsapp: endpoint({
    method: 'POST',
    any_method: true,
    path: '/hooks/whatsapp/{token}',
    access: anyone,
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{32}$/) }),
    body: Json.optional(),
    returns: z.object({ accepted: z.literal(true) }),
    answers: 'reply',
    errors: ['not_found', 'unauthenticated', 'payload_too_large', 'too_many_uploads'],
    timeout: 30_000,
  }),
}
