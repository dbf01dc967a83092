/** WhatsApp: a number of Meta’s Cloud API. */
import { AppError } from '#contract/core/errors.ts'
import { WHATSAPP } from '#contract/services/channel-values.ts'
import { typeForWhatsapp } from '#server/areas/services/channels/kind/file-rules.ts'
import {
  type ChannelKind,
  type Connection,
  type Delivery,
  NOTHING_DELIVERED,
  type Outgoing,
} from '#server/areas/services/channels/kind/kind.ts'
import { isSame, refuseDelivery, signatureOf } from '#server/areas/services/channels/kind/proof.ts'
import type { Access, WhatsappApi } from '#server/gateways/channels/whatsapp.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { readDelivery } from './read-delivery.ts'

/** Bold is written otherwise on WhatsApp, and headings and links not at all. */
function toWhatsapp(markdown: string): string {
  return markdown
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '*$1*')
    .replace(/^#{1,6} +(.+)$/gm, '*$1*')
    .replace(/\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,2000})\)/g, '$1 ($2)')
}

const accessOf = ({ settings, secrets }: Connection): Access => ({
  phone_number_id: settings.phone_number_id,
  access_token: secrets.access_token,
})

function messageOf({ to, text, files: [file], is_template, reference }: Outgoing, { settings }: Connection) {
  if (file) return { to, file: { ...file, mime: typeForWhatsapp(file.mime) }, reference }
  if (!is_template) return { to, text: toWhatsapp(text), reference }
  return { to, template: { name: text, language: settings.template_language }, reference }
}

/** Meta’s check of the address. @throws AppError unauthenticated */
function answerCheck({ query }: Delivery, verify_token: string) {
  const { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof challenge !== 'string' || !isSame(given, verify_token))
    throw new AppError('unauthenticated', { message: 'The verify token is incorrect.' })
  return { type: 'text/plain', body: challenge }
}

export const whatsappKind = (api: WhatsappApi): ChannelKind => ({
  kind: 'whatsapp',
  name: 'Meta',
  fields: ['phone_number_id', 'access_token', 'app_secret', 'template_name', 'template_language'],
  required: {
    phone_number_id: 'Enter the phone number ID.',
    access_token: 'Enter the access token.',
    app_secret: 'Enter the app secret.',
  },
  refusal: 'Meta refused the access token or the phone number ID',
  address_first: false,
  asks_consent_at_first: true,
  /** A minute less, because the clocks of Meta and here are two. */
  window_ms: WHATSAPP.window_hours * HOUR_MS - MINUTE_MS,
  answers_without_files: false,
  read(delivery, { settings, secrets, verify_token }) {
    if (delivery.method === 'GET') return { ...NOTHING_DELIVERED, answer: answerCheck(delivery, verify_token) }
    const { app_secret } = secrets
    const signature = `sha256=${signatureOf(app_secret, delivery.bytes)}`
    if (app_secret === '' || !isSame(delivery.headers['x-hub-signature-256'], signature)) refuseDelivery()
    return { ...NOTHING_DELIVERED, ...readDelivery(delivery.body, settings.phone_number_id) }
  },
  async identify(connection, signal) {
    return { display_name: (await api.readNumber(accessOf(connection), signal)).display_number }
  },
  send: (connection, message, signal) => api.send(accessOf(connection), messageOf(message, connection), signal),
  download: (connection, media, most_bytes, signal) => api.download(accessOf(connection), media.id, most_bytes, signal),
})
