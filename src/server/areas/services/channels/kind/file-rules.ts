/** Which files the services outside take in a message, by their references. */
import type { ChannelKindName } from '#contract/services/channel-values.ts'

/** What Meta takes as a document (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media). */
const WHATSAPP_TYPES = [
  ...['application/pdf', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ...['image/jpeg', 'image/png', 'text/plain'],
]

/** Of texts Meta takes plain ones alone, whatever their name ends with. */
export const typeForWhatsapp = (mime: string): string => (mime.startsWith('text/') ? 'text/plain' : mime)

/** Whether files go in one message with the text; otherwise each is a message of its own. */
export const sendsFilesWithText = (kind: ChannelKindName): boolean => kind === 'email'

/** Why a file of this type is not taken; null where it is. */
export const refusedType = (kind: ChannelKindName, mime: string): string | null =>
  kind === 'whatsapp' && !WHATSAPP_TYPES.includes(typeForWhatsapp(mime))
    ? 'WhatsApp takes PDF, Office and text files, and JPEG and PNG pictures.'
    : null
