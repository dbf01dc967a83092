/** What Meta delivers, as messages and statuses of one number. What is not understood is left out: Meta adds kinds over time. */
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import type { Incoming, Status } from '#server/areas/services/channels/kind/kind.ts'
import { OUTSIDE_WINDOW } from '#server/gateways/channels/whatsapp.ts'
import { SECOND_MS } from '#shared/time.ts'

const MEDIA_KINDS = ['image', 'document', 'audio', 'video'] as const
const NAMES = { image: 'photo', document: 'document', audio: 'voice message', video: 'video' } as const

function contentOf(message: Fields): Pick<Incoming, 'text' | 'files' | 'unsupported'> {
  const kind = MEDIA_KINDS.find((one) => one === message.type)
  if (kind) {
    const { id, mime_type, caption, filename } = fieldsOf(message[kind])
    const media = { id: textOf(id, 200), mime: textOf(mime_type, 100), name: textOf(filename, 200) || NAMES[kind] }
    return { text: textOf(caption, MESSAGE.characters), files: [media], unsupported: media.id === '' }
  }
  const interactive = fieldsOf(message.interactive)
  const words =
    fieldsOf(message.text).body ??
    fieldsOf(message.button).text ??
    fieldsOf(interactive.button_reply).title ??
    fieldsOf(interactive.list_reply).title
  const text = textOf(words, MESSAGE.characters)
  return { text, files: [], unsupported: text === '' }
}

function messageOf(message: Fields, names: ReadonlyMap<string, string>): Incoming[] {
  const external_id = textOf(message.id, 500)
  const from = textOf(message.from, 20)
  // A reaction answers nothing, and what Meta says of itself comes from nobody.
  if (external_id === '' || !/^\d{5,20}$/.test(from) || message.type === 'reaction' || message.type === 'system')
    return []
  const sent_at = timeOf(Number(message.timestamp) * SECOND_MS)
  const name = names.get(from) ?? ''
  return [{ external_id, from, name, thread: '', sent_at, position: 0, envelope: null, ...contentOf(message) }]
}

function statusOf(status: Fields): Status[] {
  const external_id = textOf(status.id, 500)
  if (external_id === '') return []
  const { code, title, error_data } = fieldsOf(listOf(status.errors)[0])
  const why = textOf(fieldsOf(error_data).details, 300) || textOf(title, 300)
  const failed =
    status.status === 'failed' ? { why: why || 'Not delivered', outside_window: Number(code) === OUTSIDE_WINDOW } : null
  return [{ external_id, reference: textOf(status.biz_opaque_callback_data, 100) || null, failed }]
}

/** @param phone_number_id of the channel: what is for another number of the same app is left out */
export function readDelivery(body: unknown, phone_number_id: string): { messages: Incoming[]; statuses: Status[] } {
  const values = listOf(fieldsOf(body).entry)
    .flatMap(({ changes }) => listOf(changes))
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => fieldsOf(value))
    .filter(({ metadata }) => fieldsOf(metadata).phone_number_id === phone_number_id)
  return {
    messages: values.flatMap(({ contacts, messages }) => {
      const names = listOf(contacts).map(
        (one) => [textOf(one.wa_id, 20), textOf(fieldsOf(one.profile).name, 100)] as const,
      )
      return listOf(messages).flatMap((one) => messageOf(one, new Map(names)))
    }),
    statuses: values.flatMap(({ statuses }) => listOf(statuses).flatMap(statusOf)),
  }
}
